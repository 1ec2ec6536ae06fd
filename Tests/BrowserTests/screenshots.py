"""Takes the screenshots for the documentation; scripts/screenshots runs it."""

import os
import sys
import tempfile

from browser import Browser, make_pages

#: File, page, name of the selected binding, theme.
PICTURES = [
    ("hundred-light", "hundred", "", "light"),
    ("hundred-dark", "hundred", "any MailTransport", "dark"),
    ("thousands-light", "thousands", "", "light"),
    ("thousands-dark", "thousands", "any MailTransport", "dark"),
]


def main(directory):
    os.makedirs(directory, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        make_pages(os.environ["CLEANSE_HOST"], folder)
        browser = Browser(folder)
        try:
            for file, page, name, theme in PICTURES:
                browser.open(page, theme=theme)
                if name:
                    browser.run("location.hash = arguments[0]", browser.reference(name))
                    browser.wait(lambda: browser.chosen() == name)
                browser.driver.save_screenshot(os.path.join(directory, f"{file}.png"))
        finally:
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
