"""One run of `select`: read, fit with a checkpoint after every step, leave a whole result."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from tnvs.cli import exits, fitting, progress, results, settings, show
from tnvs.cli.as_json import text_of
from tnvs.cli.folder import SETTINGS, TRACE, ResultFolder
from tnvs.cli.halt import Halt
from tnvs.cli.large import LargeTable, fitted_within, large_table
from tnvs.readers import LoadedTable, Request, read
from tnvs.search import Step, Trace
from tnvs.search.names import shown

# What a resumed run takes from the settings of the one that it goes on with.
KEPT = ("write_back", "memory_limit", "scratch")
STATUS = {exits.DONE: "done", exits.PARTIAL: "partial", exits.INTERRUPTED: "interrupted"}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to read, how to select, where to leave the result, and how to talk about it."""

    request: Request
    parameters: Mapping[str, Any]
    folder: ResultFolder | None
    complete: bool
    write_back: bool
    time_limit: float | None
    memory_limit: str | None
    scratch: str | None
    quiet: bool
    as_json: bool

    @classmethod
    def new(
        cls,
        request: Request,
        parameters: Mapping[str, Any],
        words: str,
        *,
        output: Path | None,
        force: bool,
        **how: Any,
    ) -> "Plan":
        """Return the plan of a new run, its folder begun."""
        del how["resume"]
        folder = None if output is None else ResultFolder(output)
        if folder is not None:
            folder.refuse_data(request.path)
            if how["scratch"]:
                how["scratch"] = str(Path(how["scratch"]).resolve())
            kept = {name: how[name] for name in KEPT if how[name]}
            text = settings.text_of(request, parameters, kept)
            folder.begin(force, settings.encoded(text), settings.encoded(words + "\n"))
        return cls(request=request, parameters=parameters, folder=folder, complete=False, **how)

    @classmethod
    def resumed(cls, *, resume: Path, **how: Any) -> "Plan":
        """Return the plan of a run to go on with."""
        del how["output"], how["force"]
        folder = ResultFolder(resume)
        unfinished = folder.resume()
        place = folder.unfinished if unfinished else folder.path
        try:
            request, parameters, kept = settings.read(place / SETTINGS)
            if unfinished:
                folder.refuse_data(request.path)
        except BaseException:
            folder.release()
            raise
        how.update(kept)
        return cls(request=request, parameters=parameters, folder=folder, complete=not unfinished, **how)

    @property
    def checkpoint(self) -> Path | None:
        """Where the steps of the run are kept."""
        return None if self.folder is None else self.folder.checkpoint


def run(plan: Plan) -> int:
    """Carry out a plan; return the exit code."""
    if plan.complete and plan.folder is not None:
        trace = Trace.from_json(plan.folder.path / TRACE)
        if trace.stop_reason == "callback":
            raise ValueError(f"{plan.folder.given} is partial and has lost its checkpoint; begin anew.")
        _tell(plan, trace, exits.DONE, f"{plan.folder.given} is complete: there is nothing to go on with.")
        return exits.DONE
    try:
        table, trace, code = _selected(plan)
        if plan.folder is not None:
            results.write(plan.folder.unfinished, trace, table)
            plan.folder.finish(keep_checkpoint=code != exits.DONE)
    except BaseException as error:
        _explain_what_is_left(plan, error)
        raise
    if plan.write_back:
        _write_back(plan, trace)
    _tell(plan, trace, code, _said_at_the_end(plan, code))
    return code


def _selected(plan: Plan) -> tuple[LoadedTable | LargeTable, Trace, int]:
    """Read and fit; return the exit code too."""
    halt = Halt(plan.time_limit)
    logged = bool(plan.parameters.get("verbose"))
    with progress.reporting(plan.quiet or plan.as_json, logged) as report:

        def after(step: Step) -> bool:
            report.step(step)
            return halt.reason is not None

        report.stage(f"reading {shown(str(plan.request.path))}")
        fit = _fit_in_memory if plan.memory_limit is None else _fit_within_limit
        with halt.listening(report.say):
            table, trace = fit(plan, report, after)
    halted = trace.stop_reason == "callback"
    code = exits.DONE if not halted else exits.INTERRUPTED if halt.interrupted else exits.PARTIAL
    return table, trace, code


def _fit_in_memory(
    plan: Plan, report: progress.Progress, after: Callable[[Step], bool]
) -> tuple[LoadedTable, Trace]:
    table = read(plan.request)
    for note in table.notes:
        report.say(f"note: {note}")
    if plan.folder is not None:
        plan.folder.check_space(*table.X.shape)
    report.stage(f"preparing {table.X.shape[0]} rows of {table.X.shape[1]} predictors")
    report.names = table.names
    return table, fitting.fitted(table, plan.parameters, after, plan.checkpoint)


def _fit_within_limit(
    plan: Plan, report: progress.Progress, after: Callable[[Step], bool]
) -> tuple[LargeTable, Trace]:
    table = large_table(plan.request)
    if plan.folder is not None:
        plan.folder.check_space(len(table.y), len(table.predictors))
    report.stage(f"preparing {len(table.predictors)} predictors")
    report.names = table.predictor_names
    limit = str(plan.memory_limit)
    return table, fitted_within(limit, plan.scratch, table, plan.parameters, after, plan.checkpoint)


def _explain_what_is_left(plan: Plan, error: BaseException) -> None:
    """After a failure, keep the steps that were taken, and say how to go on from them."""
    if plan.folder is None or not plan.folder.abandon():
        return
    from tnvs.selectors._checkpoint import ADVICE

    if ADVICE in str(error):
        mended = "Restore the data, or begin anew with --force."
        raise ValueError(str(error).replace(ADVICE, mended)) from None
    exits.say(f"tnvs: the steps so far are kept; go on with: {_resuming(plan.folder)}")


def _resuming(folder: ResultFolder) -> str:
    return f"tnvs select --resume {shlex.quote(str(folder.given))}"


def _write_back(plan: Plan, trace: Trace) -> None:
    from tnvs.readers.annotated import write_back

    write_back(plan.request.path, results.predictors(trace))


def _said_at_the_end(plan: Plan, code: int) -> str:
    where = "" if plan.folder is None else f"Results are in {plan.folder.given}."
    if code == exits.DONE:
        return where
    why = "Interrupted" if code == exits.INTERRUPTED else "The time limit was reached"
    how = "" if plan.folder is None else f" Go on with: {_resuming(plan.folder)}"
    return f"{why}: this result is valid and partial. {where}{how}".rstrip()


def _tell(plan: Plan, trace: Trace, code: int, message: str) -> None:
    """Say what came out. Whoever reads it may leave: the result is there, and so is its exit code."""
    with exits.readers_may_leave():
        _print(plan, trace, code, message)


def _print(plan: Plan, trace: Trace, code: int, message: str) -> None:
    if plan.as_json:
        output = None if plan.folder is None else plan.folder.path
        click.echo(text_of(results.as_object(trace, STATUS[code], output)))
    elif not plan.quiet:
        show.summary(trace)
        if message:
            click.echo(message)
