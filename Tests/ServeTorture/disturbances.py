"""What is done to a host, and what has to follow. The time that it may take is known only roughly."""

import os
import signal
import threading
import time

from host import HANG_TIME, NAMES, START_TIME, WAIT_TIME, has_ended, is_running
from model import BROKEN, File, Span


class Disturbances:
    """The disturbances of `Torture`, each of which ends when the host serves again."""

    # Orders

    def write(self, name, kind):
        version = self.plugins.next_version()
        self.plugins.write(name, kind, version, self.random.random() < 0.3)
        self.files[name] = File(kind, version)

    def present(self):
        """A plugin that serves for certain."""
        return self.random.choice([name for name in NAMES if all(name in each for each in self.model.expected)])

    def die(self, action, culprit=None, limit=None):
        """Has the worker that serves end by itself, and waits for the next one."""
        if self.delay.attempts >= 6:
            # Time is what is tried: a worker that has served for ten seconds is started again at once. No event follows from it.
            time.sleep(11)
        old, first = self.current, time.monotonic()
        self.dead[old] = first
        action(old)
        self.outages.append((first, float("inf"), NAMES))
        wait = START_TIME + self.delay.end(first)
        new = self.settled(limit or wait, without=[old])
        last = time.monotonic()
        if new is None:
            self.violation(f"no other worker serves {last - first:.1f} s after the end of {old}")
        # Those that wait are answered soon.
        self.outages[-1] = (first, last + WAIT_TIME, NAMES)
        self.delay.ready(last)
        if limit is None:
            answers = [answer.came for answer in self.answers if answer.process == new]
            self.model.end(Span(first, min(answers, default=last)), culprit)
            self.except_left_out(first)
        return new, old, first

    def except_left_out(self, first):
        """The connections of a plugin that is left out are closed."""
        for each in self.model.expected:
            left_out = set(NAMES) - set(each)
            if left_out:
                self.outages.append((first, float("inf"), tuple(left_out)))

    # Actions

    def crash(self):
        name = self.present()
        self.die(lambda old: self.order(old, name, "crash"), name)

    def crash_again_and_again(self):
        """Too many crashes for the plugins, or also for those that served before: then, one may be left out."""
        self.crash_times(self.random.choice((self.present(), "c")), self.random.choice((3, 6)))

    def leave_out(self):
        """Goes back, and then leaves out the plugin that crashes."""
        self.crash_times("c", 6)

    def crash_times(self, name, count):
        for _ in range(count):
            if not all(name in each for each in self.model.expected):
                return
            new, _, _ = self.die(lambda old: self.order(old, name, "crash"), name)
            if new is None:
                return
            self.current = new

    def kill(self):
        self.die(lambda old: os.kill(old, signal.SIGKILL))

    def hang(self, action):
        """The worker hangs: another one has to serve within twice the time."""
        limit = 2 * HANG_TIME
        new, old, first = self.die(action, limit=limit + START_TIME)
        answers = [answer.came for answer in self.answers if answer.process == new and answer.sent >= first - WAIT_TIME]
        if answers and min(answers) - first > limit:
            self.violation(f"a worker that hangs was replaced after {min(answers) - first:.1f} s")
        if not has_ended(old, 5):
            self.violation(f"the worker {old}, which hangs, was not killed")

    def stop(self):
        self.hang(lambda old: os.kill(old, signal.SIGSTOP))

    def block(self, text="block"):
        def action(old):
            (self.work / "block.new").write_text(text)
            (self.work / "block.new").rename(self.work / "block")
        if text == "block":
            return self.hang(action)
        action(self.current)

    def compute(self):
        """A long computation on one thread, or on all that run tasks, is no hang."""
        old = self.current
        if self.random.random() < 0.5:
            self.order(old, self.present(), "compute")
        else:
            self.block(str(HANG_TIME * 1.5))
        time.sleep(HANG_TIME * 1.5 + 1)
        new = self.settled(START_TIME)
        if new != old:
            self.violation(f"the worker {old}, which computed, was replaced by {new}")

    def leak(self):
        """A worker that uses too much memory is replaced without a loss."""
        if not self.may_leak:
            return self.reload()
        old = self.current
        self.order(old, self.present(), "leak")
        self.may_leak = False
        if self.settled(START_TIME + 3, without=[old]) is None:
            return self.violation(f"the worker {old}, which leaks, was not replaced")
        if not has_ended(old, 10):
            self.violation(f"the worker {old}, which leaks, has not ended")

    def change(self):
        """Replaces a file, and reloads, or not yet."""
        left_out = [name for name in NAMES if not all(name in each for each in self.model.expected)]
        name = self.random.choice(NAMES)
        kinds = ("crashing",) if name in left_out else BROKEN
        self.write(name, "good" if self.random.random() < 0.4 else self.random.choice(kinds))
        if self.random.random() < 0.8:
            self.reload()

    def damage(self):
        self.write(self.random.choice(NAMES), self.random.choice([kind for kind in BROKEN if kind != "endless"]))
        self.reload()

    def renew(self):
        self.write(self.random.choice(NAMES), "good")
        self.reload()

    def repair(self):
        for name, file in list(self.files.items()):
            if file.kind != "good":
                self.write(name, "good")
        self.reload()

    def reload(self):
        first, old = time.monotonic(), self.current
        succeeded = self.host.reload()
        at = Span(first, time.monotonic())
        if not self.model.reload(at, self.files, succeeded):
            kinds = {name: file.kind for name, file in self.files.items()}
            return self.violation(f"the reload of {kinds} has ended with {succeeded}, with {self.model.expected} before")
        self.reloaded(succeeded, at.last)
        new = self.settled(START_TIME, without=[old] if succeeded else [])
        if not succeeded and new != old:
            self.violation(f"the worker {old} was replaced by {new} in a reload that has failed")

    def reloaded(self, succeeded, now):
        if succeeded:
            self.delay.ready(now, is_new=True)
            self.may_leak = True
            self.outages = [(begin, min(end, now + WAIT_TIME), plugins) for begin, end, plugins in self.outages]
            # A plugin that was left out before may be left out again.
            self.except_left_out(now)

    def reload_and(self, harm):
        """Calls a function at some time of a reload. Returns whether that has succeeded, the worker before, and the times of the
        beginning, of the call and of the end."""
        # Plugins that are never ready take longest.
        kind = self.random.choice(("good", "good", "endless", "crashing", ""))
        if kind:
            self.write(self.random.choice("ab"), kind)
        results, first, old = [], time.monotonic(), self.current
        reload = threading.Thread(target=lambda: results.append(self.host.reload()))
        reload.start()
        time.sleep(self.random.random() * 1.5)
        self.outages.append((first, float("inf"), NAMES))
        harmed = time.monotonic()
        try:
            harm(old)
        except ProcessLookupError:
            pass
        reload.join()
        self.collect()
        return results[0] if results else None, old, first, harmed, time.monotonic()

    def check_gap(self, old, since, limit):
        """Another worker than the old one has to answer within the limit."""
        answers = [answer.came for answer in self.answers if answer.process != old and answer.came > since]
        gap = min(answers, default=time.monotonic()) - since
        if gap > limit:
            self.violation(f"no other worker than {old} has served for {gap:.1f} s during a reload")

    def end_reload(self, succeeded, first, last, without):
        self.settled(START_TIME + 1, without)
        self.outages[-1] = (first, time.monotonic() + WAIT_TIME, NAMES)
        self.reloaded(succeeded, last)

    def reload_and_kill(self):
        """Kills the worker that serves at some time of a reload."""
        def harm(old):
            self.dead[old] = time.monotonic()
            os.kill(old, signal.SIGKILL)
        succeeded, old, first, harmed, last = self.reload_and(harm)
        self.check_gap(old, harmed, START_TIME + self.delay.end(harmed))
        if not self.model.reload_and_end(Span(first, last), self.files, succeeded):
            self.violation(f"the reload during a kill has ended with {succeeded}")
        self.end_reload(succeeded, first, last, [old])

    def reload_and_stop(self):
        """Stops the worker that serves at some time of a reload: it hangs, or is replaced before that is known."""
        def harm(old):
            self.dead[old] = time.monotonic()
            os.kill(old, signal.SIGSTOP)
        succeeded, old, first, harmed, last = self.reload_and(harm)
        self.settled(START_TIME, [old])
        self.check_gap(old, harmed, 2 * HANG_TIME)
        if not self.model.reload(Span(first, last), self.files, succeeded):
            self.violation(f"the reload during a stop has ended with {succeeded}")
        self.end_reload(succeeded, first, last, [old])
        # Otherwise, clients wait for it as long as it may take to stop.
        os.kill(old, signal.SIGKILL) if is_running(old) else None

    def reload_and_kill_new(self):
        """Kills the worker that starts at some time of a reload."""
        killed = []
        def harm(old):
            killed.extend(self.host.children() - {old})
            for process in killed:
                self.dead[process] = time.monotonic()
                os.kill(process, signal.SIGKILL)
        succeeded, old, first, _, last = self.reload_and(harm)
        if not self.model.reload_and_end_new(Span(first, last), self.files, succeeded, bool(killed)):
            self.violation(f"the reload during a kill of the new worker has ended with {succeeded}")
        self.delay.end(last)
        self.end_reload(succeeded, first, last, killed)
