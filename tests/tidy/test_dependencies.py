"""What is installed is locked, what is locked is asked for, and all of it is listed."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import distribution, distributions, packages_distributions, requires
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
locks: Any = import_module("locked")
listed: Any = import_module("dependencies")
leaving: Any = import_module("leave_locked")

NAMES: Final = ("run", "tools", "lowest", "node", "uv")
RUN: Final[dict[str, Any]] = locks.locked("run")
TOOLS: Final[dict[str, Any]] = locks.locked("tools")
BOTH: Final = RUN | TOOLS
PROJECT: Final[dict[str, Any]] = listed.PROJECT
# Asked for and imported by nobody: `zoneinfo` reads its files.
NOT_IMPORTED: Final = {"tzdata"}
# Imported where it is there, for the machine's own driver: the extra `gpu`.
NOT_LOCKED: Final = {"cupy"}
# The tracer's plugin of pytest, which is there when pytest asks for it.
ONLY_IN_TESTS: Final = {"pytest"}
ENTRY: Final = "a==1 \\\n    --hash=sha256:" + 64 * "0" + "\n"


def ranges(*lines: str) -> Iterator[tuple[str, Requirement]]:
    for line in lines:
        one = Requirement(line)
        if one.name != "openfelt":
            yield canonicalize_name(one.name), one


def run_ranges() -> dict[str, Requirement]:
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    return dict(ranges(*project["dependencies"], *extras["cluster"], *extras["hardware"]))


# The locks


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_is_packages_with_hashes_and_names_no_place(name: str) -> None:
    text = (locks.LOCKS / f"{name}.txt").read_text(encoding="utf-8")
    assert locks.read(text), "empty"
    assert re.findall(r"://|--(?!hash=)\w+|@ |(?:^|\s)\.{0,2}/\w", text) == []


@pytest.mark.parametrize(
    "text",
    [
        "a==1\n",
        "a>=1 \\\n    --hash=sha256:" + 64 * "0" + "\n",
        "a==1 \\\n    --hash=sha256:00\n",
        "a==1 \\\n    --hash=md5:" + 64 * "0" + "\n",
        "--index-url x\n" + ENTRY,
        ENTRY + "    --find-links=x\n",
        ENTRY + "-e .\n",
    ],
)
def test_a_lock_with_anything_else_is_refused(text: str) -> None:
    assert locks.read(ENTRY)["a"].version == "1"
    with pytest.raises(locks.OddLock, match="make lock"):
        locks.read(text)


def test_no_package_is_locked_twice() -> None:
    assert RUN.keys() & TOOLS.keys() == set()


def test_ranges_and_locks_agree() -> None:
    groups = PROJECT["dependency-groups"]
    own = {"node": locks.locked("node"), "lock": locks.locked("uv")}
    asked = [(BOTH, one) for one in listed.requirements()]
    asked += [(own[group], Requirement(groups[group][0])) for group in own]
    wrong = [
        str(one)
        for lock, one in asked
        if (found := lock.get(canonicalize_name(one.name))) is None
        or not one.specifier.contains(found.version)
    ]
    assert wrong == [], "run `make lock`"


def test_what_a_floor_needs_is_locked_among_what_it_runs_on() -> None:
    needed = dict(ranges(*PROJECT["project"]["dependencies"])).keys()
    assert needed <= RUN.keys()


def test_the_lowest_are_the_lower_ends() -> None:
    found = BOTH | locks.locked("lowest")
    ends = {name: next(iter(one.specifier)) for name, one in run_ranges().items()}
    assert {end.operator for end in ends.values()} == {">="}
    apart = {
        name: (str(end), found[name].version)
        for name, end in ends.items()
        if Version(end.version) != Version(found[name].version)
    }
    assert apart == {}, "a lower end that nobody tests is a guess: write the version that there is"


# What is installed


def needed_by(names: Iterator[tuple[str, Requirement]]) -> set[str]:
    """Return all that these need here, they themselves included."""
    found: set[str] = set()
    left = [(name, frozenset(one.extras)) for name, one in names]
    while left:
        name, extras = left.pop()
        found.add(name)
        for inner, one in ranges(*(requires(name) or ())):
            wanted = [
                one.marker is None or one.marker.evaluate({"extra": x}) for x in ("", *extras)
            ]
            if any(wanted) and inner not in found:
                left.append((inner, frozenset(one.extras)))
    return found


def test_what_is_installed_is_what_is_locked() -> None:
    installed = {canonicalize_name(one.name): one.version for one in distributions()}
    others = installed.keys() - (leaving.WITH_PYTHON - BOTH.keys()) - {leaving.OURS}
    assert leaving.unlocked() == [], "make .venv/.ready-dev"
    locked = {name: entry.version for name, entry in BOTH.items() if listed.applies(entry)}
    assert {name: installed[name] for name in others} == locked, "make .venv/.ready-dev"


def test_nothing_is_locked_that_nobody_needs() -> None:
    direct = ((canonicalize_name(one.name), one) for one in listed.requirements())
    here = {name for name, entry in BOTH.items() if listed.applies(entry)}
    assert here == needed_by(direct)


def test_installing_asks_for_hashes_everywhere() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    builder = (ROOT / "scripts" / "build_web.py").read_text(encoding="utf-8")
    (ours,) = re.findall(r"^OURS := (.+)$", makefile, re.MULTILINE)
    assert "--no-index" in ours
    assert re.findall(r"^\w+ := .*pip install.*--no-deps$", makefile, re.MULTILINE)
    assert re.findall(r"^LOCKED := \$\(PIP\) --require-hashes --only-binary :all:$", makefile, re.M)
    assert makefile.count("pip install") == 1
    assert builder.count('"pip"') == builder.count('"--require-hashes"') == 1
    assert '"ci", "--ignore-scripts"' in builder


# Who imports what


def imported(folder: Path) -> set[str]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    names = set[str]()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Import):
            names.update(name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            names.update(str(word.value) for word in node.args if isinstance(word, ast.Constant))
    return names - sys.stdlib_module_names - {"openfelt"}


def test_what_the_floor_imports_is_asked_for_and_the_other_way_round() -> None:
    known = packages_distributions()
    packages = imported(ROOT / "src") - NOT_LOCKED - ONLY_IN_TESTS
    assert {name for name in packages if name not in known} == set()
    used = {canonicalize_name(one) for name in packages for one in known[name]}
    assert used == run_ranges().keys() - NOT_IMPORTED


def test_everything_that_is_asked_for_says_what_for() -> None:
    groups = PROJECT["dependency-groups"]
    web = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    asked: set[str] = {canonicalize_name(one.name) for one in listed.requirements()}
    asked |= dict(ranges(*groups["node"], *groups["lock"])).keys()
    assert asked | web["dependencies"].keys() | web["devDependencies"].keys() == listed.WHY.keys()


# The pages


def test_every_package_of_the_pages_has_a_hash_and_no_place() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    asked = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    root, *entries = lock["packages"].values()
    for group in ("dependencies", "devDependencies"):
        assert root[group] == asked[group]
        assert all(re.fullmatch(r"[\d.]+", version) for version in asked[group].values())
    bare = [entry for entry in entries if not entry.get("integrity", "").startswith("sha512-")]
    assert bare == []
    assert [entry for entry in entries if "resolved" in entry] == []


def test_the_built_pages_carry_the_licences_of_what_is_in_them() -> None:
    text = listed.SHIPPED.read_text(encoding="utf-8")
    asked = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    carried = {title.split()[0]: title for title in listed.shipped()}
    assert asked["dependencies"].keys() <= carried.keys()
    assert asked["devDependencies"].keys() & carried.keys() == set()
    assert len(re.findall("SIL OPEN FONT LICENSE Version 1.1", text)) == 4
    granted = "Permission is hereby granted, free of charge"
    assert all(granted in part for part in text.split(f"\n{listed.TITLE}")[1:])


# The list


def test_the_list_is_true() -> None:
    assert listed.PAGE.read_text(encoding="utf-8") == listed.written(), "run `make lock`"


def test_no_licence_is_unknown_or_asks_more_than_ours() -> None:
    names = [name for name, entry in BOTH.items() if listed.applies(entry)]
    told = {name: listed.licence_of(distribution(name)) for name in names}
    told |= {name: entry["license"] for name, entry in listed.web_packages().items()}
    known = re.compile(r"MIT|BSD|Apache|MPL|Mozilla|PSF|ISC|OFL|any-OSI")
    odd = {name: words for name, words in told.items() if "GPL" in words or not known.search(words)}
    assert odd == {}
