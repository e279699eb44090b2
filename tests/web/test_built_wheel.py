"""The wheel carries what is no code: the built stations, and the data that upcasts need."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from openfelt.journal import lifted
from openfelt.server.http.face import WEB

ROOT = Path(__file__).parents[2]
LIFTED = Path(lifted.__file__).parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=180)
    (built,) = folder.glob("*.whl")
    return built


def _carried(wheel: Path, folder: Path) -> dict[str, bytes]:
    """What the wheel has of a folder: it is looked for beside the code, there and here."""
    start = f"{folder.relative_to(ROOT / 'src').as_posix()}/"
    with zipfile.ZipFile(wheel) as packed:
        names = (name for name in packed.namelist() if name.startswith(start))
        return {name.removeprefix(start): packed.read(name) for name in names}


def _held(folder: Path, pattern: str) -> dict[str, bytes]:
    found = folder.rglob(pattern)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_the_wheel_carries_every_built_page(wheel: Path) -> None:
    assert (WEB / "index.html").is_file(), "the stations are not built: make web"
    carried = _carried(wheel, WEB)
    assert carried == _held(WEB, "*.*")
    assert "player.html" in carried


def test_the_wheel_carries_the_data_of_upcasts(wheel: Path) -> None:
    carried = _carried(wheel, LIFTED)
    assert "__init__.py" in carried
    assert _held(LIFTED, "*.json").items() <= carried.items()
