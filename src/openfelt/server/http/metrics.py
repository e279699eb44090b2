"""Figures for Prometheus, read from what runs when somebody asks."""

from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

Reading = Callable[[], float]
Readings = Callable[[], Mapping[str, float]]


def _labelled(name: str, what: str, label: str, read: Readings) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, what, labels=[label])
    for value, figure in read().items():
        family.add_metric([value], figure)
    return family


class Figures(Collector):
    """Named figures, each a function that reads it."""

    def __init__(self) -> None:
        self._gauges: list[tuple[str, str, Reading]] = []
        self._counters: list[tuple[str, str, Reading]] = []
        self._labelled: list[tuple[str, str, str, Readings]] = []
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def gauge(self, name: str, what: str, read: Reading) -> None:
        """Show something that goes up and down."""
        self._gauges.append((f"openfelt_{name}", what, read))

    def gauges(self, name: str, what: str, label: str, read: Readings) -> None:
        """Show one for each value of a label."""
        self._labelled.append((f"openfelt_{name}", what, label, read))

    def counter(self, name: str, what: str, read: Reading) -> None:
        """Show something that only grows."""
        self._counters.append((f"openfelt_{name}", what, read))

    def collect(self) -> list[Metric]:
        """Read everything."""
        gauges = [GaugeMetricFamily(name, what, read()) for name, what, read in self._gauges]
        counters = [CounterMetricFamily(n, what, read()) for n, what, read in self._counters]
        return [*gauges, *counters, *(_labelled(*one) for one in self._labelled)]

    def written(self) -> bytes:
        """Return the figures as Prometheus reads them."""
        return generate_latest(self._registry)
