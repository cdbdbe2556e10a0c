"""How compiled rules are kept: files that are checked before they are read, compiled only once.

Numba reads what it has kept with pickle and runs the machine code in it, whatever has become of
the file. Here each file ends with a digest of what is before it (pickle does not read so far).
A file that does not agree with its digest is dropped, and its function is compiled again.

While a process compiles a function, others that need it wait. Their locks go with the process,
however it ends. A function is locked after the functions that call it: no two processes wait for
each other, because rules do not call each other in a circle.

Large functions are not taken into the code of what calls them (`_stand_apart`): that halves the
time of a cold compile.

This file replaces methods of Numba that may go: the import fails with AttributeError or ImportError
where they have.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding
from numba.core import caching, codegen, config

from glory_env.core.cache_folder import check_owner, make_private, remove, say

LARGE = 15_000  # bytes of a function's code with all that it has taken in: it stands apart
WAIT = 900.0  # seconds for another process that compiles: a guard, for a lock is freed by its end
DIGEST = hashlib.sha256().digest_size
SUFFIXES = (".nbi", ".nbc")  # Numba's index of a function, and one file for each signature

_Locator: Any = getattr(caching, "UserProvidedCacheLocator", None)
if _Locator is None:  # before Numba 0.61
    _Locator = caching._UserProvidedCacheLocator
for _name in ("_load_index", "_load_data", "_data_path", "_open_for_write"):
    getattr(caching.IndexDataCacheFile, _name)
for _name in ("load_overload", "save_overload"):
    getattr(caching.FunctionCache, _name)

getattr(codegen.CPUCodeLibrary, "_get_module_for_linking")  # noqa: B009

_locks: ContextVar[ExitStack | None] = ContextVar("locks", default=None)  # of the call of `compile`
_said: set[str] = set()


class Damaged(Exception):
    """A file of compiled rules is not as it was written."""


def _say_once(kind: str, line: str) -> None:
    """One line a process, not one for each of hundreds of files."""
    if kind not in _said:
        _said.add(kind)
        say(line)


def read_checked(path: Path) -> memoryview:
    """The content of a file without its digest.

    Damaged: cut, changed, not to be read, or open to other users. FileNotFoundError: gone.
    """
    try:
        with path.open("rb") as file:
            check_owner(os.fstat(file.fileno()), path)
            data = memoryview(file.read())
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Damaged(str(error)) from error
    if hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
        raise Damaged(f"{path} was cut or changed")
    return data[:-DIGEST]


class _Files(caching.IndexDataCacheFile):
    """The index and the data of one function."""

    def _load_index(self) -> Any:
        with suppress(FileNotFoundError):
            read_checked(Path(self._index_path))
        return super()._load_index()

    def _load_data(self, name: str) -> Any:
        return pickle.loads(read_checked(Path(self._data_path(name))))

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        with super()._open_for_write(filepath) as file, io.BytesIO() as content:
            yield content
            if hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), 0o600)
            file.write(content.getbuffer())
            file.write(hashlib.sha256(content.getbuffer()).digest())


class _Place(_Locator):
    """The folder of one function; made when something is kept in it, not before.

    It does not depend on where the source is, so that every checkout finds what one has compiled.
    """

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = os.path.join(config.CACHE_DIR, Path(py_file).parent.name)

    def ensure_cache_path(self) -> None:
        make_private(Path(self.get_cache_path()))

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        return cls(py_func, py_file) if os.path.exists(py_file) else None


class Load(NamedTuple):
    """Have a function that stands apart in this process before what calls it is loaded.

    Numba calls it, as every `reload_init` of a function that is kept.
    """

    module: str
    name: str
    types: tuple[Any, ...]  # of the arguments
    symbol: str  # of its machine code, which its callers have been linked to

    def __call__(self) -> None:
        function = getattr(import_module(self.module), self.name)
        function.compile(self.types)
        if function.overloads[self.types].fndesc.llvm_func_name != self.symbol:
            raise Damaged(f"{self.module}.{self.name} has been compiled again")


def _stand_apart(cres: Any, load: Load) -> None:
    """Let what calls a function call its machine code, instead of taking it in.

    Numba links all that a function calls, whole, into its code, and optimises and translates it
    there once more. For large functions that costs much and gains nothing.
    """
    library = cres.library
    library._reload_init = {load}
    library._shared_module = llvmlite.binding.parse_assembly("")


class _Implementation(caching.CompileResultCacheImpl):
    _locator_classes = [_Place]  # noqa: RUF012
    function: Callable[..., Any]

    def _load_of(self, cres: Any) -> Load:
        function = self.function
        symbol = cres.fndesc.llvm_func_name
        return Load(function.__module__, function.__name__, cres.signature.args, symbol)

    def reduce(self, cres: Any) -> Any:
        size = len(cres.library._get_module_for_linking().as_bitcode())
        if is_apart := size > LARGE:
            _stand_apart(cres, self._load_of(cres))
        return is_apart, super().reduce(cres)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        is_apart, kept = payload
        if is_apart:  # Numba looks for the names in the code to be linked, of which there is none
            described = kept[1]
            names = described.llvm_func_name, described.llvm_cpython_wrapper_name
            target_context.codegen()._engine._defined_symbols.update(names)
        cres = super().rebuild(target_context, kept)
        if is_apart:
            _stand_apart(cres, self._load_of(cres))
        else:
            cres.library._reload_init.update(cres.reload_init)
        return cres


class RuleCache(caching.FunctionCache):
    """What is kept of one function. RuntimeError for a function that is in no file."""

    _impl_class = _Implementation

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._impl.function = function
        self._base = Path(self.cache_path, self._impl.filename_base)
        self._is_locked = False
        self._cache_file = _Files(
            cache_path=self.cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is kept for a signature; None: this process compiles it, and holds the lock."""
        with suppress(Exception):  # looked at again when nobody else writes there
            if (loaded := super().load_overload(sig, target_context)) is not None:
                return loaded
        self._lock()
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:
            what = str(error) if isinstance(error, Damaged) else f"{self._base}: {error!r:.200}"
            _say_once(
                "damaged",
                f"damaged file of compiled rules ({what}): what is damaged in "
                f"{self._base.parent.parent} is dropped and compiled again",
            )
            self._drop()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception:
            self._drop()  # a folder in place of a file, for one
            try:
                super().save_overload(sig, data)
            except Exception as error:
                _say_once("kept", f"compiled rules cannot be kept in {self._base.parent} ({error})")

    def _drop(self) -> None:
        folder = self._base.parent
        with suppress(OSError):
            if folder.is_file():
                folder.unlink()
            for path in folder.iterdir():
                if path.name.startswith(f"{self._base.name}.") and path.suffix in SUFFIXES:
                    with suppress(OSError):
                        remove(path)

    def _lock(self) -> None:
        """Wait until no other process compiles this function; free at the end of the call."""
        stack = _locks.get()
        if stack is None or self._is_locked:  # the second: it calls itself
            return
        from filelock import FileLock, Timeout  # not needed where all is compiled

        lock = FileLock(self._base.with_name(f"{self._base.name}.lock"))
        try:
            make_private(self._base.parent)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                self._wait(lock)
        except Timeout:
            _say_once(
                "waited",
                f"another process has been compiling {self._base} for {WAIT:.0f} s: it is "
                "compiled here too",
            )
            return
        except (OSError, NotImplementedError, RuntimeError):
            return  # a folder to read only, or without locks
        stack.callback(lock.release)
        self._is_locked = True
        stack.callback(setattr, self, "_is_locked", False)

    def _wait(self, lock: Any) -> None:
        shown = sys.stderr.isatty()
        if shown:
            words = f"\r\033[Kglory_env: another process compiles {self._base.name}"
            print(words, end="", file=sys.stderr, flush=True)
        try:
            lock.acquire(timeout=WAIT)
        finally:
            if shown:
                print("\r\033[K", end="", file=sys.stderr, flush=True)


def keep(compiled: Any) -> None:
    """Keep what a dispatcher of Numba compiles, in `numba.config.CACHE_DIR`.

    AttributeError or TypeError where Numba has changed.
    """
    compile_now = compiled.compile
    getattr(compiled, "_cache")  # noqa: B009  # else what replaces it would not be used
    try:
        compiled._cache = RuleCache(compiled.py_func)
    except RuntimeError:  # a function of a prompt: it is in no file
        return

    def compile_once(sig: Any) -> Any:
        with ExitStack() as stack:
            token = _locks.set(stack)
            try:
                return compile_now(sig)
            finally:
                _locks.reset(token)

    compiled.compile = compile_once


def drop_damaged(folder: Path) -> int:
    """Delete what is damaged in a folder of compiled rules; how many files that was."""
    count = 0
    for path in folder.rglob("*"):
        if path.suffix not in SUFFIXES:
            continue
        try:
            read_checked(path)
        except FileNotFoundError:
            pass
        except Damaged:
            remove(path)
            count += 1
    return count
