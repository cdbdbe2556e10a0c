"""The examples under configs/cluster: what Ray's and KubeRay's schemas require is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "configs" / "cluster"
CONTAINER = ("name", "image", "env", "resources")


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((PLACE / name).read_text(encoding="utf-8"))
    return found


def test_ray_up() -> None:
    """Required by ray-schema.json: cluster_name, provider.type; for machines of one's own more."""
    found = read("ray_up.yaml")
    assert isinstance(found["cluster_name"], str)
    assert found["provider"]["type"] == "local"
    assert isinstance(found["provider"]["head_ip"], str)
    assert all(isinstance(one, str) for one in found["provider"]["worker_ips"])
    assert found["auth"]["ssh_user"]
    assert found["min_workers"] == found["max_workers"] == len(found["provider"]["worker_ips"])
    for commands in ("head_start_ray_commands", "worker_start_ray_commands"):
        assert "RAY_AUTH_MODE=token" in found[commands][-1]


def test_kuberay() -> None:
    """Required of a RayCluster: head and worker groups with rayStartParams and a template."""
    found = read("kuberay.yaml")
    assert (found["apiVersion"], found["kind"]) == ("ray.io/v1", "RayCluster")
    assert found["metadata"]["name"]
    spec = found["spec"]
    groups = [spec["headGroupSpec"], *spec["workerGroupSpecs"]]
    assert len(groups) == 2
    for group in spec["workerGroupSpecs"]:
        assert group["groupName"]
        assert group["minReplicas"] <= group["replicas"] <= group["maxReplicas"]
    for group in groups:
        assert all(isinstance(value, str) for value in group["rayStartParams"].values())
        (container,) = group["template"]["spec"]["containers"]
        assert set(CONTAINER) <= set(container)
        variables = {entry["name"]: entry for entry in container["env"]}
        assert variables["RAY_AUTH_MODE"]["value"] == "token"
        assert "secretKeyRef" in variables["RAY_AUTH_TOKEN"]["valueFrom"]
        # The operator gives Ray the processors and the memory of the limits.
        assert container["resources"]["limits"] == container["resources"]["requests"]


def test_the_image_installs_what_the_examples_need() -> None:
    text = (PLACE / "Containerfile").read_text(encoding="utf-8")
    steps = re.findall(r"^([A-Z]+) ", text, re.M)
    assert steps[0] == "FROM"
    assert steps[-1] == "USER"
    assert "[train,scale]" in text
    assert "glory warmup" in text
