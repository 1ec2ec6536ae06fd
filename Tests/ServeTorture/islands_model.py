"""What has to serve each island of `host serve --isolate`, by Documentation/RunningAHost.md, and without the host."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Island:
    """The version that has to serve, and the process that has to; None for another one than those that were replaced."""
    version: str
    process: int = None
    replaced: frozenset = frozenset()

    def moved(self):
        """The same with another process."""
        return dataclasses.replace(self, process=None, replaced=self.replaced | ({self.process} - {None}))


class IslandsModel:
    """The islands by name."""

    def __init__(self, versions):
        self.islands = {name: Island(version) for name, version in versions.items()}

    def end(self, name):
        """The process of an island ends, or is replaced for its memory."""
        self.islands[name] = self.islands[name].moved()

    def reload(self, versions):
        """A reload succeeds: the islands whose file has another version get another process."""
        for name, version in versions.items():
            island = self.islands[name]
            if version != island.version:
                self.islands[name] = dataclasses.replace(island.moved(), version=version)

    def contradiction(self, name, process, version):
        """Why this process, with this version, must not serve an island; None if it may."""
        island = self.islands[name]
        if version != island.version:
            return f"serves {version} instead of {island.version}"
        if process in island.replaced:
            return f"serves with the process {process}, which has to be replaced"
        if island.process not in (None, process):
            return f"serves with the process {process} instead of {island.process}"
        return None

    def observe(self, name, process):
        """This process serves from now on."""
        self.islands[name] = Island(self.islands[name].version, process)


class Spreads(IslandsModel):
    """Wrong: if an island ends, so do all."""

    def end(self, name):
        for each in self.islands:
            super().end(each)


class Survives(IslandsModel):
    """Wrong: no island ends."""

    def end(self, name):
        pass


class ReplacesAll(IslandsModel):
    """Wrong: a reload replaces islands that have not changed."""

    def reload(self, versions):
        super().reload(versions)
        for name in self.islands:
            super().end(name)


class KeepsFiles(IslandsModel):
    """Wrong: a reload changes nothing."""

    def reload(self, versions):
        pass


WRONG = {"spreads": Spreads, "survives": Survives, "replaces-all": ReplacesAll, "keeps-files": KeepsFiles}
