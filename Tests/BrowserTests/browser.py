"""Headless Chromium, driven by Selenium: with a page of `host graph --format html`, or with the documentation."""

import json
import os
import subprocess

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import graphs

#: The graph of each page.
PAGES = {
    "small": lambda: graphs.graph(6, 6),
    "hundred": lambda: graphs.graph(10, 10),
    "thousands": lambda: graphs.graph(20, 100),
    "hostile": lambda: graphs.graph(6, 8, hostile=True),
    "identifiers": graphs.identifiers,
    "timed": lambda: graphs.graph(6, 6),
}

#: The trace whose times a page shows.
TIMES = {"timed": graphs.trace}

#: Collects violations of the content-security policy; it runs before the script of the page.
WATCH = """
  window.refused = [];
  addEventListener("securitypolicyviolation",
    (event) => window.refused.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


def make_pages(host, directory):
    """Generates each page from a graph file with the host."""
    for name, graph in PAGES.items():
        source = os.path.join(directory, f"{name}.json")
        with open(source, "w", encoding="utf-8") as file:
            file.write(graph())
        times = []
        if name in TIMES:
            times = ["--times", f"{name}-trace.json"]
            with open(os.path.join(directory, times[1]), "w", encoding="utf-8") as file:
                file.write(TIMES[name]())
        made = subprocess.run(
            [host, "graph", "--format", "html", *times, "--graph", f"{name}.json"], cwd=directory,
            capture_output=True, check=False)
        # Status 1 means that the graph has errors, as some of these do.
        if made.returncode not in (0, 1) or not made.stdout:
            raise RuntimeError(f"host graph: status {made.returncode}\n{made.stderr.decode()}")
        with open(os.path.join(directory, f"{name}.html"), "wb") as file:
            file.write(made.stdout)


class Browser:
    """One Chromium for all tests; each test opens a new page."""

    def __init__(self, directory):
        self.directory = directory
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        options.add_argument("--headless=new")
        options.add_argument("--disable-gpu")
        options.add_argument("--disable-dev-shm-usage")
        options.add_argument("--hide-scrollbars")
        # Chromium refuses to use its sandbox as root, which is the user in most containers.
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        # A frame may come late on a busy machine.
        self.driver.set_script_timeout(60)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})

    def close(self):
        self.driver.quit()

    def open(self, name, fragment="", **settings):
        """Opens a page of a graph."""
        path = os.path.join(self.directory, f"{name}.html")
        self.load(f"file://{path}" + (f"#{fragment}" if fragment else ""), **settings)
        self.wait(lambda: self.count("#picture .node") > 0)
        # A click would miss a box that still moves.
        self.wait(self.is_still)

    def load(self, address, theme="light", width=1280, height=800):
        """Opens any page without any state of a previous one."""
        self.driver.get("about:blank")
        self.emulate(theme, width, height)
        # Discard the messages of the previous page.
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get(address)

    def emulate(self, theme="light", width=1280, height=800):
        """Sets the theme and the size of the window."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def is_still(self):
        """Whether the picture stays in place over two frames."""
        return self.driver.execute_async_script("""
          const [done] = arguments;
          const place = () => {
            const { x, y, width } = document.querySelector("#picture .node").getBoundingClientRect();
            return `${x} ${y} ${width}`;
          };
          const before = place();
          requestAnimationFrame(() => requestAnimationFrame(() => done(place() === before)));""")

    def settle(self):
        """Waits until the page has handled an input: what follows from it may be a task or a frame of its own."""
        self.driver.execute_async_script("""
          const [done] = arguments;
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));""")

    def wait(self, condition, seconds=60):
        return WebDriverWait(self.driver, seconds, poll_frequency=0.02).until(lambda _: condition())

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def texts(self, selector):
        return self.run(
            "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)",
            selector)

    def click(self, selector):
        self.find(selector).click()
        self.settle()

    def click_node(self, reference):
        """Clicks the centre of a box of the picture."""
        self.at_node(reference).click().perform()
        self.settle()

    def at_node(self, reference):
        box = self.find(f"#picture .node[data-reference='{reference}'] > .box")
        return ActionChains(self.driver, duration=0).move_to_element(box)

    def touch(self, event, *points):
        """Puts fingers on the screen, moves or lifts them: `touchStart`, `touchMove` or `touchEnd`."""
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": event, "touchPoints": [
                {"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]})
        self.settle()

    def is_on_top(self, selector):
        """Whether the middle of an element is inside the window, and nothing covers it."""
        return self.run("""
          const node = document.querySelector(arguments[0]);
          const { left, right, top, bottom } = node.getBoundingClientRect();
          const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return left >= 0 && right <= innerWidth && there !== null && node.contains(there);""", selector)

    def press(self, *keys, leaves=False):
        """Sends keys to the focused element. With `leaves`, they lead to another page."""
        for key in keys:
            ActionChains(self.driver, duration=0).send_keys(key).perform()
        if not leaves:
            self.settle()

    def chosen(self):
        """The heading of the details; None where they are hidden."""
        return self.text("#details h2") if self.count("#details:not([hidden]) h2") else None

    def focused(self):
        """The focused element: its id, its label or its text."""
        return self.run("""
          const { activeElement: node } = document;
          return node.id || node.getAttribute("aria-label") || node.textContent.trim();""")

    def scale(self):
        return float(self.find("#view").get_attribute("data-scale"))

    def reference(self, name):
        """The reference of the first element with a name, from the data of the page."""
        data = json.loads(self.run("return document.getElementById('data').textContent"))
        things = data["nodes"] + data["contributors"]
        return next(thing["id"] for thing in things if thing["name"] == name)

    def problems(self, own=None):
        """Errors, policy violations, and requests outside the address `own` of the page; there should be none."""
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        refused = self.run("return window.refused")
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        requests = [
            event["params"]["request"]["url"] for event in events
            if event["method"] == "Network.requestWillBeSent"]
        own = own or f"file://{self.directory}/"
        # The empty page before this one may be reported late.
        return messages + refused + [url for url in requests if not url.startswith((own, "about:blank"))]


__all__ = ["Browser", "Keys", "PAGES", "make_pages"]
