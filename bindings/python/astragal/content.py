"""Packs of models, content and evaluators: what a pack is and what it may do, before anything in it is used."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .character import PackFault, made

# The id of a pack in the folder of packs, as "storms" or "storms@^1.2"; a path (a pathlib.Path) of a folder or a zip; or the bytes of a zip.
ContentPack = Union[str, "os.PathLike[str]", bytes]


def form(pack: ContentPack) -> Any:
    """A pack as the protocol has it; a path is made absolute, for a child process."""
    if isinstance(pack, str):
        return pack
    if isinstance(pack, (bytes, bytearray)):
        return {"zip": bytes(pack)}
    return {"path": os.path.abspath(os.fspath(pack))}


def forms(packs: Sequence[ContentPack]) -> List[Any]:
    if isinstance(packs, (str, bytes, os.PathLike)):
        raise TypeError("packs that add to a model are a list")
    return [form(p) for p in packs]


def _lines(faults: Sequence[PackFault]) -> str:
    return "\n".join(str(e) for e in faults) or "nothing is wrong"


@dataclass(frozen=True)
class FoundPack:
    """A pack of the folder of packs; `name` is that of its folder or zip."""
    id: str
    version: str
    title: str
    name: str


@dataclass(frozen=True)
class PackList:
    """The packs of the folder, and why others cannot be used."""
    packs: Tuple[FoundPack, ...]
    errors: Tuple[PackFault, ...]


@dataclass(frozen=True)
class PackInspection:
    """What is in a pack. Where it is not `ok`, `errors` say why and the rest is empty. `capabilities` are what it may do, each name
    with a sentence: show them to whoever decides whether to use it. `about` is all of it, as docs/protocol.md has it."""
    ok: bool
    errors: Tuple[PackFault, ...]
    about: Mapping[str, Any]

    @property
    def id(self) -> str:
        return str(self.about.get("id", ""))

    @property
    def version(self) -> str:
        return str(self.about.get("version", ""))

    @property
    def capabilities(self) -> Dict[str, str]:
        return {c["name"]: c["does"] for c in self.about.get("capabilities", ())}

    @property
    def signed(self) -> Tuple[str, ...]:
        """The keys of those who signed it."""
        return tuple(self.about.get("signed", ()))

    def __str__(self) -> str:
        if not self.ok:
            return _lines(self.errors)
        does = "".join(f"\n  it {d}" for d in self.capabilities.values())
        return f"{self.id} {self.version}" + (does or "\n  it can do nothing but be read")


@dataclass(frozen=True)
class PackVerdict:
    """Whether a pack can be used; it prints as why not."""
    ok: bool
    errors: Tuple[PackFault, ...]
    id: str = ""
    version: str = ""
    capabilities: Tuple[str, ...] = ()
    signed: Tuple[str, ...] = ()

    def __str__(self) -> str:
        return _lines(self.errors)


def _faults(x: Mapping[str, Any]) -> Tuple[PackFault, ...]:
    return tuple(made(PackFault, e) for e in x.get("errors") or ())


def list_of(x: Mapping[str, Any]) -> PackList:
    return PackList(tuple(made(FoundPack, p) for p in x["packs"]), _faults(x))


def inspection_of(x: Mapping[str, Any]) -> PackInspection:
    return PackInspection(x["ok"], _faults(x), x.get("pack") or {})


def verdict_of(x: Mapping[str, Any]) -> PackVerdict:
    return PackVerdict(x["ok"], _faults(x), x.get("id", ""), x.get("version", ""), tuple(x.get("capabilities") or ()), tuple(x.get("signed") or ()))


def settings(packs: Union[str, "os.PathLike[str]", None], trusted: Sequence[str], demand: bool, capabilities: Optional[Sequence[str]]) -> Dict[str, Any]:
    """What a runtime is told of packs."""
    out: Dict[str, Any] = {}
    if packs is not None:
        out["packs"] = os.path.abspath(packs)
    if trusted:
        out["trusted"] = list(trusted)
    if demand:
        out["demand"] = True
    if capabilities is not None:
        out["capabilities"] = list(capabilities)
    return out
