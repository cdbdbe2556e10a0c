"""The named types of the records, written from their dtypes.

`python -m glory_env.core.stubs MODULE RECORD...` writes `records.py` beside the module.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np

HEADER = '''\
"""The records of `{module}` as types, to annotate compiled code with.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs {module} {records}`.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
'''


def stub(module: ModuleType, records: list[str]) -> str:
    """The text of the `records.py` for these dtypes of a module; GAME becomes the class Game."""
    lines = [HEADER.format(module=module.__name__, records=" ".join(records))]
    for record in records:
        lines += ["", f"class {record.title()}:", f'    """One record of dtype {record}."""', ""]
        dtype: np.dtype = getattr(module, record)
        for field in dtype.names or ():
            lines.append(f"    {field}: {_type(dtype[field])}")
        lines.append("")
    text = "\n".join(lines)
    return text if "np." in text else text.replace("import numpy as np\n\n", "")


def _type(field: np.dtype) -> str:
    kind = "float" if np.issubdtype(field.base, np.floating) else "int"
    if not field.shape:
        return f"{kind}  # {field.base.name}"
    array = f"Array[{kind}]" if len(field.shape) == 1 else "np.ndarray"
    return f"{array}  # {field.base.name} {field.shape}"


def target_of(module: ModuleType) -> Path:
    """The file of these types: in the folder `generated` of the module, if there is one."""
    folder = Path(module.__file__ or "").parent
    generated = folder / "generated"
    return (generated if generated.is_dir() else folder) / "records.py"


def main() -> None:
    module = import_module(sys.argv[1])
    target = target_of(module)
    target.write_text(stub(module, sys.argv[2:]), encoding="utf-8")


if __name__ == "__main__":
    main()
