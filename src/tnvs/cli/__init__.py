"""The `tnvs` command: parse, call the library, print.

Where to look:

- `entry`: what the shell calls; says what to install where something is missing
- `main`: the group of commands, each imported when it is used
- `commands`: one file a command
- `signature`, `options`, `reading`: the parameters of library and readers as options
- `help`: options in groups
- `folder`, `results`, `settings`: the result folder, written whole or not at all
- `run`, `fitting`, `progress`, `halt`: a long run
- `show`, `as_json`: results on the terminal, and for other programs
"""
