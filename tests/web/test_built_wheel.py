"""The wheel carries the built stations: who installs it needs no Node."""

import subprocess
import sys
import zipfile
from pathlib import Path

from openfelt.server.http.face import WEB

ROOT = Path(__file__).parents[2]


def test_the_wheel_carries_every_built_page(tmp_path: Path) -> None:
    assert (WEB / "index.html").is_file(), "the stations are not built: make web"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=180)
    (wheel,) = tmp_path.glob("*.whl")
    # The server looks for its pages beside its own code, and there they are in the wheel.
    folder = f"{WEB.relative_to(ROOT / 'src').as_posix()}/"
    with zipfile.ZipFile(wheel) as packed:
        carried = {name: packed.read(name) for name in packed.namelist() if name.startswith(folder)}
    built = {f"{folder}{path.relative_to(WEB).as_posix()}": path for path in WEB.rglob("*.*")}
    assert carried == {name: path.read_bytes() for name, path in built.items()}
    assert f"{folder}player.html" in carried
