"""What a person reads where no page of ours can be had: in every language, for nobody knows his.

Nothing of it is a script, and it asks again by itself: a screen on a wall has nobody to do so.
"""

from typing import Final

from openfelt.server.http.message import Answer

_FIELD: Final = b"content-type: text/html; charset=utf-8\r\n"
_SAID: Final = {
    "en": "This page cannot be shown now. It asks again by itself in a few seconds.",
    "zh-Hans": "暂时无法显示此页，几秒后会自动重试。",
    "zh-Hant": "暫時無法顯示此頁，幾秒後會自動重試。",
}
_LINES: Final = "".join(f'<p lang="{tag}">{said}</p>' for tag, said in _SAID.items())
_PAGE: Final = (
    '<!doctype html><html translate="no"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
    f'<meta http-equiv="refresh" content="5"><title>OpenFelt</title><h1>OpenFelt</h1>{_LINES}'
).encode()


def in_words(status: int) -> Answer:
    """Say that there is no page, to whoever reads."""
    return Answer(status, _FIELD, _PAGE)
