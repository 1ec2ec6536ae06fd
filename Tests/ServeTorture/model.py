"""What `host serve` has to do, by Documentation/RunningAHost.md, and without the host.

Times are intervals: the script does not know exactly when the supervisor notices something. Where that matters, an event leads to
several states; an observation removes those that it contradicts. If none is left, the host has broken a rule."""

import dataclasses

UNREADABLE = ("truncated", "garbage")
BROKEN = (*UNREADABLE, "missing", "invalid", "crashing-configure", "crashing", "endless")


@dataclasses.dataclass(frozen=True)
class File:
    """The file of a plugin: `good`, or what is wrong with it."""
    kind: str
    version: str


@dataclasses.dataclass(frozen=True)
class Span:
    """A time that is between two others, in seconds."""
    first: float
    last: float

    def within(self, earlier, limit):
        """Whether it is at most so long after an earlier one: the possible answers."""
        least, most = self.first - earlier.last, self.last - earlier.first
        return [answer for answer, is_possible in ((True, least <= limit), (False, most > limit)) if is_possible]


@dataclasses.dataclass(frozen=True)
class State:
    """A set is a tuple of pairs of a plugin and a version, and has a number, as two sets can be equal."""
    served: tuple
    number: int = 1
    previous: tuple = None  # The number, the set and what it leaves out; None if there is none.
    left_out: frozenset = frozenset()
    ends: tuple = ()
    crashes: tuple = ()  # Those of the plugin that can be left out.

    @property
    def plugins(self):
        return {name: version for name, version in self.served if name not in self.left_out}


class Model:
    """The possible states of a host."""

    def __init__(self, files, count=3, time=60, removable=()):
        self.count, self.time, self.removable = count, time, set(removable)
        self.states = {State(self.set_of(files))}
        self.last_number = 1

    @staticmethod
    def set_of(files):
        return tuple(sorted((name, file.version) for name, file in files.items()))

    # Rules

    def is_usable(self, state, files):
        """Whether a reload succeeds: the possible answers. A plugin that can be left out, and does not serve, is left out."""
        broken = {name for name, file in files.items() if file.kind != "good"}
        if any(name not in self.removable or name in state.plugins or files[name].kind == "endless" for name in broken):
            return [False]
        # Who it is may be unknown, and therefore that it can be left out.
        return [True, False] if any(files[name].kind in UNREADABLE for name in broken) else [True]

    def reloaded(self, state, at, files):
        """The states after a reload that succeeds."""
        left_out = frozenset(name for name, file in files.items() if file.kind != "good")
        # A set whose workers have ended lately is nothing to go back to.
        recent = at.within(state.ends[-1], self.time) if state.ends else [False]
        return [State(self.set_of(files), self.last_number, state.previous if is_recent else (state.number, state.served, state.left_out),
                      left_out) for is_recent in recent]

    def exceeded(self, times, at):
        """Whether this is too often: the possible answers."""
        times = (*times[len(times) - self.count + 1:], at) if self.count > 1 else (at,)
        return at.within(times[0], self.time) if len(times) >= self.count else [False]

    def kept(self, times, at):
        return (*times, at)[-self.count:]

    def ended(self, state, at, culprit):
        """The states after the end of a worker."""
        states = []
        for is_exceeded in self.exceeded(state.ends, at):
            if is_exceeded and self.is_of_use(state, culprit):
                states.append(self.went_back(state))
                continue
            after = dataclasses.replace(state, ends=self.kept(state.ends, at))
            if culprit not in self.removable or culprit in state.left_out:
                states.append(after)
                continue
            for is_removed in self.exceeded(state.crashes, at):
                left_out = state.left_out | ({culprit} if is_removed else set())
                states.append(dataclasses.replace(after, crashes=self.kept(state.crashes, at), left_out=left_out))
        return states

    def is_of_use(self, state, culprit):
        """Whether there is a set to go back to, without the same file of the plugin that crashes."""
        return state.previous is not None and (
            culprit is None or dict(state.previous[1]).get(culprit) != dict(state.served)[culprit])

    def went_back(self, state):
        number, served, left_out = state.previous
        return State(served, number, left_out=left_out)

    # Events

    def end(self, at, culprit=None):
        """The worker that serves has ended by itself."""
        self.states = {after for state in self.states for after in self.ended(state, at, culprit)}

    def reload(self, at, files, succeeded):
        """A reload has ended. Returns whether it may have ended so."""
        self.last_number += 1
        states = set()
        for state in self.states:
            if succeeded in self.is_usable(state, files):
                states.update(self.reloaded(state, at, files) if succeeded else [state])
        return self.replace(states)

    def reload_and_end(self, at, files, succeeded):
        """A worker has ended during a reload, which may have replaced it before."""
        before, number = self.states, self.last_number
        self.end(at)
        states = self.states if self.reload(at, files, succeeded) else set()
        states = set(states)
        self.states, self.last_number = before, number
        if self.reload(at, files, succeeded):
            if succeeded:
                states |= self.states
            else:
                # It ended after the reload had failed.
                self.end(at)
                states |= self.states
        self.states = before
        return self.replace(states)

    def reload_and_end_new(self, at, files, succeeded, is_killed):
        """The new worker of a reload has ended, which may have served before."""
        if not succeeded:
            # It is killed before it serves, or its plugins can't be used.
            return is_killed or self.reload(at, files, succeeded)
        if not self.reload(at, files, succeeded):
            return False
        states = self.states
        self.end(at)
        return self.replace(states | self.states)

    def observe(self, plugins):
        """These serve. Returns whether they may."""
        return self.replace({state for state in self.states if state.plugins == plugins})

    def replace(self, states):
        if not states:
            return False
        self.states = states
        return True

    def adopt(self, plugins):
        """Goes on from what serves, after a violation."""
        self.last_number += 1
        self.states = {State(tuple(sorted(plugins.items())), self.last_number)}

    @property
    def expected(self):
        return [state.plugins for state in self.states]


class ServesBroken(Model):
    """Wrong: a reload with a broken file succeeds."""

    def is_usable(self, state, files):
        return [True]


class NeverGoesBack(Model):
    """Wrong: however often workers crash, their plugins stay."""

    def exceeded(self, times, at):
        return [False]


class ForgetsFailedReload(Model):
    """Wrong: a worker that is started again uses the files."""

    files = None

    def reload(self, at, files, succeeded):
        self.files = files
        return super().reload(at, files, succeeded)

    def ended(self, state, at, culprit):
        states = super().ended(state, at, culprit)
        return [dataclasses.replace(each, served=self.set_of(self.files)) for each in states] if self.files else states


WRONG = {"serves-broken": ServesBroken, "never-goes-back": NeverGoesBack, "forgets-failed-reload": ForgetsFailedReload}


class RestartDelay:
    """How long the supervisor may wait before it starts a worker again, at most."""

    def __init__(self):
        self.attempts, self.since = 0, None

    def end(self, now):
        if self.since is not None and now - self.since > 10.5:
            self.attempts = 0
        self.attempts += 1
        self.since = None
        return 0 if self.attempts == 1 else min(0.1 * 2 ** (self.attempts - 2), 30)

    def ready(self, now, is_new=False):
        self.since = now
        if is_new:
            self.attempts = 0
