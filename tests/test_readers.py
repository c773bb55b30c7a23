"""Columns that aren't numbers, and files that aren't as they should be: each has a stated answer."""

from __future__ import annotations

import datetime
import gzip
import json
from decimal import Decimal
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import scipy.io

from cli_helpers import run
from tnvs import Trace
from tnvs.readers import ReadError, Request, read
from tnvs.readers.errors import needed
from tnvs.search import Preparation

NAN = float("nan")


@pytest.fixture
def read_text(tmp_path):
    def reader(content, name="table.csv", **how):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read(Request(**{"path": path, "target": "y", **how}))

    return reader


@pytest.fixture
def read_frame(tmp_path):
    def reader(columns, **how):
        path = tmp_path / "table.parquet"
        pl.DataFrame(columns).write_parquet(path)
        return read(Request(**{"path": path, "target": "y", **how}))

    return reader


TEXTS = {
    "comma": ("a,b,y\n1,2,3\n4,5,6\n", {}),
    "semicolon": ("a;b;y\n1;2;3\n4;5;6\n", {}),
    "tab": ("a\tb\ty\n1\t2\t3\n4\t5\t6\n", {}),
    "bar": ("a|b|y\n1|2|3\n4|5|6\n", {}),
    "given separator": ("a:b:y\n1:2:3\n4:5:6\n", {"separator": ":"}),
    "separator by name": ("a b y\n1 2 3\n4 5 6\n", {"separator": "space"}),
    "mark": ("\ufeffa,b,y\n1,2,3\n4,5,6\n", {}),
    "utf-16": ("a,b,y\n1,2,3\n4,5,6\n".encode("utf-16"), {}),
    "line ends of Windows": ("a,b,y\r\n1,2,3\r\n4,5,6\r\n", {}),
    "no last line end": ("a,b,y\n1,2,3\n4,5,6", {}),
    "blank lines": ("a,b,y\n1,2,3\n\n4,5,6\n\n\n", {}),
    "separator at the end of rows": ("a,b,y\n1,2,3,\n4,5,6,\n", {}),
    "separator at the end of all lines": ("a,b,y,\n1,2,3,\n4,5,6,\n", {}),
    "spaces": ("a, b ,y\n 1,2 , 3\n4, 5,6 \n", {}),
    "quotes": ('"a","b","y"\n"1",2,3\n4,"5",6\n', {}),
    "exponents": ("a,b,y\n1,2e0,3\n4,5,0.6e1\n", {}),
    "dropped": ("a,z1,b,z2,y\n1,x,2,,3\n4,y,5,,6\n", {"drop": ("z*",)}),
    "only": ("a,z1,b,z2,y\n1,x,2,,3\n4,y,5,,6\n", {"only": ("[ab]",)}),
    "by position": ("a,b,y\n1,2,3\n4,5,6\n", {"target": "2"}),
    "from the end": ("a,b,y\n1,2,3\n4,5,6\n", {"target": "-1"}),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_dialects(kind, read_text):
    content, how = TEXTS[kind]
    table = read_text(content, **how)
    assert table.names == ["a", "b"] and table.target == "y"
    assert table.X.tolist() == [[1, 2], [4, 5]] and table.y.tolist() == [3, 6]
    assert table.preparation is None


@pytest.mark.parametrize(
    ("content", "how"), [("a;y\n1,5;3\n-,5;6\n", {}), ("a;y\n1,5;3\n-0,5;6\n", {"decimal": ","})]
)
def test_decimal_comma(content, how, read_text):
    assert read_text(content, **how).X.ravel().tolist() == [1.5, -0.5]


def test_decimal_comma_with_exponents_and_spaces(read_text):
    assert read_text("a;y\n 1,5e1;3\n2,5;6\n").X.ravel().tolist() == [15, 2.5]


def test_encodings(read_text):
    latin = "é,y\n1,2\n2,3\n".encode("cp1252")
    table = read_text(latin)
    assert table.names == ["é"] and "cp1252" in table.notes[0]
    assert read_text(latin, encoding="latin-1").notes == []
    with pytest.raises(ReadError, match="not utf-8 text"):
        read_text(latin, encoding="utf-8")
    with pytest.raises(ReadError, match="klingon"):
        read_text(latin, encoding="klingon")


def test_names(read_text):
    table = read_text("a,,y,\n1,2,3,4\n5,6,7,8\n")
    assert table.names == ["a", "column_1", "column_3"] and "column_1, column_3" in table.notes[0]
    assert read_text("1,2\n3,4\n", target="-1").names is None
    assert read_text("1,2\n3,4\n", target="0").names == ["x1"]
    assert read_text("1,2\n3,4\n5,6\n", target="2", header=True).X.tolist() == [[3.0], [5.0]]
    assert read_text("a,b\n1,2\n3,4\n", target="1", header=False, categorical="ordinal").X.shape == (3, 1)


def test_values_of_another_type_far_down(read_text):
    head = "a,b,y\n" + "1,2,3\n" * 1500
    assert read_text(head + "1.5,2,4\n").X[-1].tolist() == [1.5, 2]
    with pytest.raises(ReadError, match=r"a \(numbers, but 'x' in row 1501\)"):
        read_text(head + "x,2,4\n")


REFUSED = {
    "": "is empty",
    "\n\n\n": "is empty",
    "a,b,y\n": "without rows",
    "a,b,a,y\n1,2,3,4\n": r"several columns: a \(the first at positions 0, 2\)",
    "a,b,y\n1,2,3\n4,5\n": "line 3: 2 fields where 3 are expected",
    "a,b,y\n1,2,3\n4,5,6\n7,8,9,10\n": "line 4: 4 fields where 3 are expected",
    "a,b,y\n1,2,3\n4,5,3\n": "the value 3 in all 2 rows",
    "a,b,y\n1,2,3\n4,,6\n": r"1 of 3 columns \(how many\): b \(1\).*leaves 1 of 2 rows.*leaves 1 of 2 pred",
    "a,b,y\n1,2,3\n4,2,\n": r"the target y \(1\)",
    "a,b,y\n1,u,3\n4,v,6\n": r"b \(2 different words, such as 'u'\); say --categorical",
    "a,b,y\n1,2020-01-01,3\n4,2020-01-02,6\n": r"b \(Date\); say --dates",
    "a,b,y\n1,9007199254740993,3\n4,9007199254740992,6\n": "b has different values",
    "a,b\n1,2\n3,4\n": "not among the 2 feature names",
    "y\n1\n2\n": "no column",
    'a,b,y\n1,"2,3\n4,5,6\n': "can't be read as text|expected",
    "a\0b,y\n1,2\n": "not text",
}


@pytest.mark.parametrize("content", REFUSED)
def test_refused_files(content, read_text):
    with pytest.raises(ValueError, match=REFUSED[content]):
        read_text(content)


DAMAGED = {
    "t.parquet": "Parquet",
    "t.arrow": "Arrow",
    "t.npy": "NPY",
    "t.npz": "NPZ",
    "t.mat": "MATLAB",
    "t.arff": "ARFF",
    "t.svmlight": "svmlight",
    "t.csv.gz": "text",
    "t.csv.zst": "text",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files(name, read_text):
    with pytest.raises(ReadError, match=f"can't be read as {DAMAGED[name]}: .*\\."):
        read_text(b"junk" * 50, name=name)


def test_endings(read_text, tmp_path):
    with pytest.raises(ReadError, match="names no format; say --format"):
        read_text("a,y\n1,2\n", name="table.dat")
    assert read_text("a,y\n1,2\n3,4\n", name="table.dat", format="csv").names == ["a"]
    with pytest.raises(ReadError, match="decompress it first"):
        read_text(gzip.compress(b""), name="table.npy.gz")
    with pytest.raises(FileNotFoundError, match="no file"):
        read(Request(path=tmp_path / "nothing.csv"))
    (tmp_path / "folder").mkdir()
    with pytest.raises(ReadError, match=r"no \.parquet files"):
        read(Request(path=tmp_path / "folder", target="y"))


def test_booleans(read_text, read_frame):
    for words in ("true,false", "TRUE,FALSE", "True,False"):
        yes, no = words.split(",")
        table = read_text(f"a,y\n{yes},1\n{no},2\n")
        assert table.X.ravel().tolist() == [1, 0] and table.preparation is None
    table = read_frame({"a": [True, False], "y": [False, True]})
    assert table.X.ravel().tolist() == [1, 0] and table.y.tolist() == [False, True]


def test_dates(read_frame):
    days = [datetime.date(1970, 1, 2), datetime.date(2000, 1, 1)]
    moments = [datetime.datetime(1970, 1, 1, 12), datetime.datetime(1970, 1, 3)]
    columns = {
        "day": days,
        "moment": moments,
        "time": [datetime.time(0, 1), datetime.time(1)],
        "lasted": [datetime.timedelta(seconds=2), datetime.timedelta(minutes=1)],
        "y": [1, 2],
    }
    table = read_frame(columns, dates="number")
    np.testing.assert_allclose(table.X.T, [[1, 10957], [0.5, 2], [60, 3600], [2, 60]], rtol=1e-15)
    assert table.preparation.dates["lasted"] == "seconds"
    assert read_frame({**columns, "a": [1, 2]}, dates="drop").preparation.columns_dropped == dict.fromkeys(
        ["day", "moment", "time", "lasted"], "dates"
    )
    with pytest.raises(ReadError, match="the target day holds dates"):
        read_frame({**columns, "a": [1, 2]}, target="day", dates="drop")
    assert read_frame({"a": [1, 2], "day": days}, target="day", dates="number").y.tolist() == [1, 10957]


WORDS = {"c": ["u", "v", "w", "u"], "a": [1, 2, 3, 4], "y": [1, 2, 3, 4]}


def test_categories(read_frame):
    table = read_frame(WORDS, categorical="ordinal")
    assert table.X[:, 0].tolist() == [0, 1, 2, 0] and table.preparation.ordinal == {"c": ("u", "v", "w")}
    table = read_frame(WORDS, categorical="onehot")
    assert table.names == ["c=u", "c=v", "c=w", "a"]
    assert table.X[:, 0].tolist() == [1, 0, 0, 1] and table.preparation.onehot == {"c": ("c=u", "c=v", "c=w")}
    assert read_frame(WORDS, categorical="drop").names == ["a"]
    ordered = pl.Series(["low", "high", "low", "mid"], dtype=pl.Enum(["low", "mid", "high"]))
    assert read_frame({**WORDS, "c": ordered}, categorical="ordinal").X[:, 0].tolist() == [0, 2, 0, 1]
    assert read_frame({"a": [1, 2], "y": ["p", "q"]}).y.tolist() == ["p", "q"]


def test_categories_that_would_be_too_many_columns(read_frame):
    columns = {"id": [f"P{i}" for i in range(120)], "a": range(120), "y": range(120)}
    with pytest.raises(ReadError, match=r"id has 120 different values in 120 rows.*--id"):
        read_frame(columns, categorical="onehot")
    assert read_frame(columns, id=("id",)).ids["id"][:2].tolist() == ["P0", "P1"]


def test_category_named_as_a_column(read_frame):
    with pytest.raises(ReadError, match="'c=u' is both"):
        read_frame({**WORDS, "c=u": [1, 2, 3, 4]}, categorical="onehot")


HOLES = {"a": [1.0, None, 3.0, 4.0], "b": [1.0, 2.0, 3.0, NAN], "c": [4, 3, 2, 1], "y": [1, 2, 3, 4]}


def test_missing_values(read_frame):
    table = read_frame(HOLES, missing="drop-rows", id=("c",))
    assert (
        table.X.tolist() == [[1, 1], [3, 3]]
        and table.y.tolist() == [1, 3]
        and table.ids["c"].tolist() == [4, 2]
    )
    assert table.preparation.rows_dropped == 2
    table = read_frame(HOLES, missing="drop-columns")
    assert table.names == ["c"] and table.preparation.columns_dropped == dict.fromkeys("ab", "missing values")
    table = read_frame(HOLES, missing="median")
    assert table.X[1, 0] == 3 and table.X[3, 1] == 2 and table.preparation.imputed == {"a": 1, "b": 1}


def test_missing_values_that_a_choice_cannot_mend(read_frame):
    with pytest.raises(ReadError, match="the target y is missing in 1 of 4 rows"):
        read_frame({**HOLES, "y": [1, 2, None, 4]}, missing="median")
    with pytest.raises(ReadError, match="no values at all"):
        read_frame({**HOLES, "a": pl.Series([None] * 4, dtype=pl.Float64)}, missing="median")
    with pytest.raises(ReadError, match="hold categories"):
        read_frame({**WORDS, "c": ["u", None, "v", "u"]}, missing="median", categorical="onehot")
    with pytest.raises(ReadError, match="only 0 of 4 rows"):
        read_frame({**HOLES, "a": pl.Series([None] * 4)}, missing="drop-rows")
    with pytest.raises(ReadError, match="leaves none"):
        read_frame({"a": HOLES["a"], "y": HOLES["y"]}, missing="drop-columns")


def test_dropped_category_leaves_no_record_of_its_group(read_frame):
    table = read_frame({**WORDS, "c": ["u", None, "v", "u"]}, missing="drop-columns", categorical="onehot")
    assert table.names == ["a"] and table.preparation.onehot == {}


def test_words_for_missing_values(read_text):
    table = read_text("a,b,y\n1,NA,1\n?,2,2\n3,none,3\n4,4,4\n5,5,5\n", missing="drop-rows", na=("none",))
    assert table.y.tolist() == [4, 5] and table.preparation.rows_dropped == 3


def test_big_integers_and_decimals(read_frame):
    table = read_frame({"a": [2**53 + 1, 2], "b": [Decimal("1.25"), Decimal("2.5")], "y": [1, 2]})
    assert table.X.tolist() == [[2.0**53, 1.25], [2, 2.5]] and table.preparation.rounded == ("a",)
    with pytest.raises(ReadError, match="a has different values"):
        read_frame({"a": [2**53 + 1, 2**53], "y": [1, 2]})
    assert read_frame({"a": [1, 2], "y": [2**60, 2**60 + 1]}).y.tolist() == [2**60, 2**60 + 1]


def test_lists_are_refused(read_frame):
    with pytest.raises(ReadError, match=r"a \(List.*--drop"):
        read_frame({"a": [[1], [2]], "b": [1, 2], "y": [1, 2]})
    with pytest.raises(ReadError, match="the target a holds List"):
        read_frame({"a": [[1], [2]], "b": [1, 2]}, target="a")


def test_infinite_values_are_refused_by_the_fit(tmp_path):
    pl.DataFrame({"a": [1.0, np.inf, 2.0], "y": [1, 2, 3]}).write_parquet(tmp_path / "t.parquet")
    assert (
        "infinity in 1 of 1 columns" in run("select", tmp_path / "t.parquet", "--target", "y", code=2).output
    )


def test_target_must_be_one_of_the_columns_left(read_frame):
    with pytest.raises(ReadError, match="also in id or drop"):
        read_frame(WORDS, drop=("*",))
    with pytest.raises(ReadError, match="which column"):
        read_frame(WORDS, target=None)


def test_arrays_beside_the_matrix(tmp_path):
    X, y = np.arange(12.0).reshape(6, 2), np.arange(6)
    path = tmp_path / "t.npz"
    np.savez(path, data=X, age=y, kind=np.array(list("abcabc")))
    with pytest.raises(ReadError, match="beside the table it has age, kind"):
        read(Request(path=path))
    assert read(Request(path=path, target="kind")).y.tolist() == list("abcabc")
    np.savez(path, first=X, second=X, y=y)
    with pytest.raises(ReadError, match=r"say --variable NAME\. It has first \(6 x 2\)"):
        read(Request(path=path))
    assert read(Request(path=path, variable="second")).X.tolist() == X.tolist()
    with pytest.raises(ReadError, match="variable='third'"):
        read(Request(path=path, variable="third"))
    np.save(tmp_path / "t.npy", X[:, 0])
    with pytest.raises(ReadError, match="1 dimensions"):
        read(Request(path=tmp_path / "t.npy", target="0"))
    np.savez(path, X=X * 1j, y=y)
    with pytest.raises(ReadError, match="complex128"):
        read(Request(path=path))


def test_words_of_matlab_files_are_left_alone(tmp_path):
    path = tmp_path / "t.mat"
    scipy.io.savemat(path, {"X": np.eye(5), "y": np.arange(5), "about": "a table", "parts": {"a": 1}})
    assert read(Request(path=path)).y.tolist() == list(range(5))


def test_missing_library_says_what_to_install():
    with pytest.raises(
        ImportError, match=r'reading stones needs no_such_library: pip install "tnvs\[stones\]"'
    ):
        needed("no_such_library", "stones", "reading stones")


def everything_done(tmp_path):
    """A table to which every kind of change is done, and its trace."""
    rng = np.random.default_rng(0)
    n = 60
    columns = {
        "x": rng.normal(size=n),
        "holes": [None, *rng.normal(size=n - 1)],
        "colour": (["red", "green", "blue"] * n)[:n],
        "day": [datetime.date(2020, 1, 1) + datetime.timedelta(days=i) for i in range(n)],
        "big": [2**53 + 1, *range(n - 1)],
        "y": rng.normal(size=n),
    }
    pl.DataFrame(columns).write_parquet(tmp_path / "t.parquet")
    words = ["--missing", "median", "--categorical", "onehot", "--dates", "number"]
    run("select", tmp_path / "t.parquet", "--target", "y", "-o", tmp_path / "out", "-q", *words)
    return tmp_path / "out"


def test_what_was_done_is_in_the_trace_and_in_all_that_is_made_of_it(tmp_path):
    out = everything_done(tmp_path)
    trace = Trace.from_json(out / "trace.json")
    assert isinstance(trace.preparation, Preparation)
    assert trace.preparation.imputed == {"holes": 1} and trace.preparation.rounded == ("big",)
    assert Trace.from_json(trace.to_json()) == trace
    sentences = trace.preparation.sentences()
    assert len(sentences) == 4
    for shown in (trace.to_markdown(), (out / "report.html").read_text(), str(trace.summary())):
        assert "1 missing value replaced by the median" in shown
    sources = pl.read_csv(out / "predictors.csv")["source"].to_list()
    assert sources.count("colour") == 3
    assert run("explain", out, "colour").stdout.count("colour=") >= 3


def test_groups_can_be_excluded_by_their_source(tmp_path):
    everything_done(tmp_path)
    words = ["--missing", "median", "--categorical", "onehot", "--dates", "drop", "--exclude", "colour"]
    run("select", tmp_path / "t.parquet", "--target", "y", "-o", tmp_path / "other", "-q", *words)
    trace = Trace.from_json(tmp_path / "other" / "trace.json")
    assert trace.counts["excluded"] == 3
    assert trace.preparation.columns_dropped == {"day": "dates"}


def test_trace_without_preparation_is_as_it_was(tmp_path):
    pl.DataFrame({"a": range(9), "b": [5, 3] * 4 + [1], "y": range(9)}).write_csv(tmp_path / "t.csv")
    run("select", tmp_path / "t.csv", "--target", "y", "-o", tmp_path / "out", "-q")
    assert "preparation" not in json.loads((tmp_path / "out" / "trace.json").read_text())


def test_parser_errors_are_not_confused_with_an_interrupt():
    from tnvs.readers.errors import parsing

    with pytest.raises(KeyboardInterrupt), parsing(Path("t"), "text"):
        raise KeyboardInterrupt
