"""Puts the library, the program and an example or two into the wheel, which is for one platform and any Python 3.

`make wheel` builds them first. ASTRAGAL_BIN names another folder that has them.
"""
import os
import shutil
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70
    from wheel.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(os.environ.get("ASTRAGAL_BIN", ROOT / "bin"))
NATIVE = ("libastragal.so", "libastragal.dylib", "astragal.dll", "astragal", "astragal.exe")
EXAMPLES = ("duel", "noughts-and-crosses")


class WithLibrary(build_py):
    def run(self):
        super().run()
        target = Path(self.build_lib) / "astragal" / "_native"
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        found = [BIN / name for name in NATIVE if (BIN / name).exists()]
        if not any(p.suffix in (".so", ".dylib", ".dll") for p in found):
            raise SystemExit(f"no library in {BIN}: run 'make lib build' first, or set ASTRAGAL_BIN")
        for path in found:
            shutil.copy2(path, target)
        for name in EXAMPLES:
            (target / "examples" / name).mkdir(parents=True)
            shutil.copy2(ROOT / "examples" / name / "model.yaml", target / "examples" / name)
        shutil.copy2(ROOT / "LICENSE", target)


class ForAnyPython(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class Native(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": WithLibrary, "bdist_wheel": ForAnyPython}, distclass=Native)
