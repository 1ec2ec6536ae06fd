"""Tests of the documentation's site in a real browser, from a static server, in a subdirectory.

    Tests/BrowserTests/run-site .build/docs/site [NAME…]
"""

import functools
import http.server
import os
import tempfile
import threading
import unittest
from pathlib import Path

from browser import Browser, Keys

SITE = Path(os.environ["CLEANSE_SITE"])
#: The pages of the documents and of text files, which have the same template.
PAGES = sorted(
    page for page in (str(file.relative_to(SITE)) for file in SITE.rglob("*.html"))
    if page != "sample-graph.html" and not page.startswith("api/"))
MODULES = ["Cleanse", "CleanseMigration", "CleansePlugin", "CleansePluginHost", "CleansePluginCommands"]
CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """The browser's log has the failures."""


def setUpModule():
    """Starts the server and the browser, once for all tests."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    os.makedirs(os.path.join(folder.name, "a b/docs"))
    os.symlink(SITE, os.path.join(folder.name, "a b/docs/site"))
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=folder.name))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    unittest.addModuleCleanup(server.server_close)
    unittest.addModuleCleanup(server.shutdown)
    SiteTests.address = f"http://127.0.0.1:{server.server_port}/a%20b/docs/site/"
    SiteTests.browser = Browser(folder.name)
    unittest.addModuleCleanup(SiteTests.browser.close)


class SiteTests(unittest.TestCase):
    """Each page must not have errors or requests outside the site."""

    address = browser = None

    def open(self, page, **settings):
        self.browser.load(self.address + page, **settings)
        return self.browser

    def assert_no_problems(self):
        self.assertEqual(self.browser.problems(own=self.address), [])


class PageTests(SiteTests):
    def test_there_is_a_page_for_each_document(self):
        for page in ("index.html", "CHANGELOG.html", "SECURITY.html", "LICENSE.html", "Documentation/index.html",
                     "Documentation/Policy.html", "Documentation/Diagnostics.html", "Examples/index.html"):
            self.assertIn(page, PAGES)

    def test_texts_have_contrast_in_both_themes(self):
        for page in PAGES:
            browser, grounds = self.open(page), []
            for theme in ("light", "dark"):
                with self.subTest(page=page, theme=theme):
                    browser.emulate(theme=theme)
                    grounds.append(browser.run("return getComputedStyle(document.body).backgroundColor"))
                    self.assertEqual(browser.run(CONTRAST), [])
            with self.subTest(page=page):
                self.assertEqual(len(set(grounds)), 2)
                self.assert_no_problems()

    def test_no_page_scrolls_horizontally(self):
        for page in PAGES:
            browser = self.open(page)
            for width in (360, 960, 1280):
                with self.subTest(page=page, width=width):
                    browser.emulate(width=width)
                    self.assertEqual(browser.run("return innerWidth"), width)
                    self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), width)

    def test_wide_tables_and_code_scroll_inside_themselves(self):
        browser = self.open("index.html", width=360)
        self.assertTrue(browser.run("""
          const block = document.querySelector("main pre");
          block.scrollLeft = 50;
          return block.scrollWidth > block.clientWidth && block.scrollLeft === 50;"""))

    def test_nothing_is_cut_off_on_paper(self):
        """Lines of code that are longer than a page is wide were cut off in print."""
        for page in PAGES:
            with self.subTest(page=page):
                # A4 with margins of 10 mm, at 96 pixels an inch.
                browser = self.open(page, width=718, height=1047)
                browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
                cut = browser.run("""return [...document.querySelectorAll("main pre, main .scroll")]
                  .filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.textContent.slice(0, 80))""")
                browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
                self.assertEqual(cut, [])

    def test_pages_have_a_title_one_main_part_and_the_current_entry(self):
        for page in PAGES:
            with self.subTest(page=page):
                browser = self.open(page)
                self.assertIn("Cleanse", browser.driver.title)
                self.assertEqual(browser.count("main"), 1)
                self.assertGreaterEqual(browser.count("main h1"), 1)
        self.open("Documentation/Policy.html")
        self.assertEqual(self.browser.texts("#navigation [aria-current=page]"), ["Policy"])

    def test_the_current_entry_is_visible(self):
        browser = self.open("CHANGELOG.html")
        self.assertTrue(browser.run("""
          const { top, bottom } = document.querySelector("#navigation [aria-current]").getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;"""))

    def test_anchors_are_below_the_header(self):
        browser = self.open("Documentation/Diagnostics.html#cleansemissing-binding")
        top, bar = browser.run("""
          return [document.querySelector(":target"), document.querySelector("header")]
            .map((node) => node.getBoundingClientRect()).map((box, index) => index ? box.bottom : box.top);""")
        self.assertGreaterEqual(top, bar)
        self.assertLess(top, 400)


class KeyboardTests(SiteTests):
    def test_the_first_tab_reaches_the_link_to_the_content(self):
        for width in (360, 1280):
            with self.subTest(width=width):
                browser = self.open("Documentation/Policy.html", width=width)
                browser.press(Keys.TAB)
                self.assertEqual(browser.focused(), "Skip to content")
                self.assert_focus_is_visible()
                browser.press(Keys.ENTER)
                browser.wait(lambda: browser.focused() == "content")
                browser.press(Keys.TAB)
                self.assertTrue(browser.run("return document.querySelector('main').contains(document.activeElement)"))
                self.assert_focus_is_visible()

    def test_the_navigation_opens_and_closes_on_narrow_screens(self):
        browser = self.open("index.html", width=360)
        self.assertFalse(browser.find("#navigation").is_displayed())
        browser.press(Keys.TAB, Keys.TAB, Keys.TAB)
        self.assertEqual(browser.focused(), "Contents")
        self.assert_focus_is_visible()
        browser.press(Keys.ENTER)
        self.assertTrue(browser.find("#navigation").is_displayed())
        browser.press(Keys.ESCAPE)
        self.assertFalse(browser.find("#navigation").is_displayed())
        browser.press(Keys.ENTER, Keys.TAB, Keys.TAB)
        self.assertTrue(browser.run("return document.querySelector('#navigation').contains(document.activeElement)"))
        self.assert_focus_is_visible()
        target = browser.run("return document.activeElement.href")
        browser.press(Keys.ENTER, leaves=True)
        browser.wait(lambda: browser.driver.current_url == target)
        self.assert_no_problems()

    def test_the_navigation_is_always_open_on_wide_screens(self):
        browser = self.open("index.html")
        self.assertTrue(browser.find("#navigation").is_displayed())
        browser.press(Keys.TAB, Keys.TAB, Keys.TAB)
        self.assertEqual(browser.focused(), "Overview")
        self.assert_focus_is_visible()

    def assert_focus_is_visible(self):
        """The focused element is on the screen, and has an outline."""
        width, height, outline = self.browser.run("""
          const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
          const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
          return [Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0),
            outlineStyle === "none" ? 0 : parseFloat(outlineWidth)];""")
        self.assertGreater(min(width, height), 10)
        self.assertGreaterEqual(outline, 2)


class APITests(SiteTests):
    def open_api(self, page, **settings):
        browser = self.open(f"api/documentation/{page}", **settings)
        browser.wait(lambda: browser.count("h1.title") > 0)
        return browser

    def test_each_module_and_an_article_render(self):
        pages = {"": "Cleanse API", "cleanse/gettingstarted/": "Getting started"}
        pages |= {f"{module.lower()}/": module for module in MODULES}
        for page, title in pages.items():
            with self.subTest(page=page):
                browser = self.open_api(page)
                self.assertEqual(browser.text("h1.title"), title)
                self.assertTrue(browser.driver.title.startswith(title))
                browser.emulate(width=360)
                self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), 360)
                self.assert_no_problems()

    def test_a_page_links_to_other_declarations_and_back_to_the_site(self):
        browser = self.open_api("cleanse/binder/")
        browser.run("document.querySelector('main a[href$=\"/cleanse/concurrency\"]').click()")
        browser.wait(lambda: browser.texts("h1.title") == ["Concurrency"])
        browser.driver.refresh()
        browser.wait(lambda: browser.texts("h1.title") == ["Concurrency"])
        back = browser.run("return document.querySelector('custom-header').shadowRoot.querySelector('a').href")
        self.assertEqual(back, f"{self.address}index.html")
        self.assert_no_problems()

    def test_documents_link_to_articles_and_their_anchors(self):
        browser = self.open("Documentation/PluginABI.html")
        browser.run("document.querySelector('main a[href*=\"cleanse/collections/#\"]').click()")
        browser.wait(lambda: browser.count("h1.title") > 0)
        self.assertEqual(browser.text("h1.title"), "Collections")
        self.assertTrue(browser.run("return document.getElementById(location.hash.slice(1)) !== null"))

    def test_the_root_leads_to_the_modules(self):
        browser = self.open("api/")
        browser.wait(lambda: browser.texts("h1.title") == ["Cleanse API"])


class GraphTests(SiteTests):
    def test_the_graph_of_the_sample_plugins_loads(self):
        browser = self.open("sample-graph.html")
        browser.wait(lambda: browser.count("#picture .node") > 5)
        self.assert_no_problems()


if __name__ == "__main__":
    unittest.main(verbosity=2)
