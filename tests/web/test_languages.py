"""Every language says the same things; `make check` names the text that one of them lacks."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
TEXT: Final = ROOT / "web" / "src" / "text"
LANGUAGES: Final = {"en", "zh", "zh-Hant"}
ASK: Final = """
import sys
from pathlib import Path
sys.path.insert(0, "scripts")
from catalogues import catalogues, differences
print("\\n".join(differences(catalogues(Path(sys.argv[1])))))
"""


def differing(folder: Path) -> list[str]:
    """Run the check of `make check` on a folder, as `scripts/` is no package."""
    words = [sys.executable, "-c", ASK, str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip().splitlines()


def test_all_languages_have_the_same_texts_with_the_same_figures() -> None:
    assert {file.stem for file in TEXT.glob("*.json")} == LANGUAGES
    assert differing(TEXT) == []


def test_what_differs_is_named(tmp_path: Path) -> None:
    texts = {
        "en": {"both": "{n} rounds", "one": "here"},
        "zh": {"both": "{n} 局", "one": ""},
        "zh-Hant": {"both": "{m} 局", "one": "此處", "more": "多"},
    }
    for language, said in texts.items():
        (tmp_path / f"{language}.json").write_text(json.dumps(said), encoding="utf-8")
    assert differing(tmp_path) == [
        "zh.json: no text for one",
        "zh-Hant.json: more is none of en.json",
        "zh-Hant.json: both has other figures than in en.json",
    ]


def test_nothing_is_said_in_the_language_of_the_browser() -> None:
    """Its dates, its boxes, its offer to translate, a title: none of them knows the station's."""
    web = ROOT / "web"
    asked = re.compile(r"toLocale\w*\(|\bIntl\.|\b(?:alert|confirm|prompt)\(")
    found = [
        f"{file.relative_to(web)}: {match}"
        for file in sorted((web / "src").rglob("*.ts*"))
        if file.name != "when.ts"
        for match in asked.findall(file.read_text(encoding="utf-8"))
    ]
    assert found == []
    for page in sorted(web.glob("*.html")):
        text = page.read_text(encoding="utf-8")
        assert '<html lang="en" translate="no">' in text, page.name
        assert "<title>OpenFelt</title>" in text, page.name
