"""Seals: only the key opens them, and only under their own name."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from openfelt.devices.chance import seeded
from openfelt.devices.vault import Vault, VaultFault
from openfelt.floor.seal import digest_of


def test_a_value_comes_back_as_it_was_sealed_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "seal.key"
    digest, sealed = Vault.at(path).seal("shoe:B1:1", "396 KH 2D")
    value = Vault.at(path).open("shoe:B1:1", sealed)
    assert value.split(" ", 1)[1] == "396 KH 2D"
    assert digest_of(value) == digest


def test_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    Vault.at(tmp_path / "seal.key")
    assert stat.S_IMODE((tmp_path / "seal.key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["seal.key"]


def test_another_key_opens_nothing_and_says_what_to_do(tmp_path: Path) -> None:
    _, sealed = Vault.at(tmp_path / "one").seal("shoe:B1:1", "cards")
    with pytest.raises(VaultFault, match="put back the key file"):
        Vault.at(tmp_path / "two").open("shoe:B1:1", sealed)


def test_a_value_cannot_be_passed_off_as_another(tmp_path: Path) -> None:
    vault = Vault.at(tmp_path / "seal.key")
    _, sealed = vault.seal("shoe:B1:1", "cards")
    with pytest.raises(VaultFault):
        vault.open("shoe:B1:2", sealed)


def test_a_damaged_key_is_not_replaced_in_silence(tmp_path: Path) -> None:
    (tmp_path / "seal.key").write_bytes(b"short")
    with pytest.raises(VaultFault, match="restore it"):
        Vault.at(tmp_path / "seal.key")
    assert (tmp_path / "seal.key").read_bytes() == b"short"


def test_the_same_value_sealed_twice_looks_different() -> None:
    vault = Vault(bytes(32), seeded(1))
    assert vault.seal("draw", "7")[:] != vault.seal("draw", "7")[:]
    assert vault.seal("draw", "7").digest != vault.seal("draw", "7").digest
