"""What is measured: a module a file of results."""
