"""Which packages there are: found, so that a new game needs no line here (the rest: pyproject)."""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["glory_env", "glory_env.*"]),
        *find_packages("agents"),
        "glory_env.configs",
    ]
)
