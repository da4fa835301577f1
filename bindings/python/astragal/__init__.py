"""Astragal: a runtime for tabletop games that are written down as text.

    import astragal

    with astragal.Runtime() as runtime:
        model = runtime.load("examples/nim/model.yaml")
        game = model.new_game(seed=7)
        while not game.over:
            print(game.request.prompt, game.request.options)
            game.answer(0)
        print(game.request.payoffs)

Nothing is loaded before the first Runtime is made.
"""

from __future__ import annotations

from . import errors
from .batch import Batch, Observation, Step
from .character import Applied, Choice, ChoiceOption, Issue, Named, Pack, PackFault, RulesetReport, Sheet, SheetEffect, SheetField
from .content import FoundPack, PackInspection, PackList, PackVerdict
from .dice import Chance, Dice, DiceTerm, Distribution, Face, Roll, RolledTerm
from .errors import (BadAnswer, BadParams, BadRequest, Busy, Cancelled, CharacterError, Error, Forked, GameOver, Internal, LibraryMissing, Limit,
                     ModelError, NotFound, PackError, Poisoned, RulesetError, TransportClosed, UnknownMethod, Version)
from .explanation import Explanation
from .explored import Answered, Broken, Explored, ExploredTurns, Fault, Found, Histories
from .game import Game
from .library import library_version
from .model import Model
from .request import Board, Cycle, Description, Diagnostic, Event, GameError, Open, Option, Options, Players, Request, State, Zone
from .report import Allowed, Executability, Gap, Report, Share, TestGames
from .result import Bin, Comparison, Difference, Endless, Interval, OptionCounts, PlaceCounts, Reason, Result, Seat, Stop
from .ruleset import Finished, Paused, Ruleset
from .runtime import Runtime, shared_runtime
from .seat_view import SPECTATOR, SeenItem, SeenVariable, SeenZone, Stacked, View
from .simulation import Progress, Simulation
from .transcript import Transcript
from .transport import AskChance, Called, Ops
from .turns import TraceCheck, TraceFault

__version__ = "0.1.0"

__all__ = [
    "Applied", "CharacterError", "Choice", "ChoiceOption", "Finished", "Issue", "Named", "Pack", "PackError", "PackFault", "PackInspection", "PackList", "PackVerdict", "FoundPack", "Paused", "Ruleset", "RulesetError", "RulesetReport",
    "Sheet", "SheetEffect", "SheetField",
    "Allowed", "AskChance", "BadAnswer", "BadParams", "BadRequest", "Batch", "Bin", "Board", "Busy", "Called", "Cancelled", "Chance", "Comparison", "Cycle", "Description", "Diagnostic", "Dice", "DiceTerm", "Distribution", "Face", "Roll", "RolledTerm",
    "Answered", "Broken", "Difference", "Endless", "Error", "Event", "Executability",
    "Explanation", "Explored", "ExploredTurns", "Fault", "Forked", "Found", "Histories",
    "Game", "GameError", "GameOver", "Gap", "Internal", "Interval", "LibraryMissing", "Limit", "Model", "ModelError", "NotFound", "Observation", "Open", "Ops",
    "Option", "OptionCounts", "Options", "PlaceCounts", "Players", "Poisoned", "Progress", "Reason", "Report", "Request", "Result", "Runtime", "SPECTATOR", "Seat", "SeenItem", "SeenVariable", "SeenZone", "Share", "Simulation", "State", "Step",
    "Stacked", "Stop", "TestGames", "TraceCheck", "TraceFault", "Transcript", "TransportClosed", "UnknownMethod", "Version", "View", "Zone", "errors", "library_version", "shared_runtime",
]
