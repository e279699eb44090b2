"""Beyond this machine everything is TLS: pages, interface and feed, with a key of our own."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from aiohttp import ClientSession, CookieJar, TCPConnector
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from server_stage import PATIENCE_S, floor_toml, pages

from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up


def certificate(folder: Path) -> tuple[Path, Path]:
    """Sign a certificate for this machine with its own key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "floor.test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    signed, secret = folder / "floor.pem", folder / "floor.key"
    signed.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return signed, secret


def test_pages_and_feed_are_served_with_tls(tmp_path: Path) -> None:
    signed, secret = certificate(tmp_path)
    text = floor_toml(tmp_path).replace(
        "follow = false", f'follow = false\ncertificate = "{signed}"\nkey = "{secret}"'
    )
    trusted = ssl.create_default_context(cafile=str(signed))

    async def story() -> None:
        set_up("error")
        server = FloorServer(config_file.parse(text, "floor.toml"), web=pages(tmp_path / "web"))
        await server.start()
        try:
            async with ClientSession(
                connector=TCPConnector(ssl=trusted), cookie_jar=CookieJar(unsafe=True)
            ) as session:
                await _visit(server, session)
        finally:
            await server.stop()

    async def _visit(server: FloorServer, session: ClientSession) -> None:
        url = server.station_url("T1")
        assert url.startswith("https://")
        origin = url.split("/s/")[0]
        code = await server.access.give_code("T1")
        headers = {"Origin": origin}
        async with session.post(f"{url}api/enrol", json={"code": code}, headers=headers) as made:
            assert made.status == 200
            assert "secure" in made.headers["Set-Cookie"].lower()
            assert "Strict-Transport-Security" in made.headers
        async with session.post(f"{url}api/token", json={}, headers=headers) as given:
            token = await given.json()
        assert token["feed"].startswith("wss://")
        async with session.ws_connect(token["feed"], origin=origin) as socket:
            await socket.send_json({"type": "hello", "token": token["token"], "boot": "b"})
            assert (await socket.receive_json())["type"] == "welcome"

    asyncio.run(asyncio.wait_for(story(), PATIENCE_S))
