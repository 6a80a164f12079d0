"""A window of a file manager, as small as one can be: it holds one file or folder, which can be dragged out of it.

Takes the path, and the place of its window on the screen; says "ready" when it can be seen, "given" when its file was asked for, and
"done" when the drag is over."""

import pathlib
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

path, x, y = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])


def say(word):
    print(word, flush=True)


def give(window, context, selection, info, time):
    selection.set_uris([path.as_uri()])
    say("given")


# Without a frame: there is no window manager that would draw one.
window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_size_request(80, 80)
window.move(x, y)
window.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [Gtk.TargetEntry.new("text/uri-list", 0, 0)], Gdk.DragAction.COPY)
window.connect("drag-data-get", give)
window.connect("drag-end", lambda *_: say("done"))
window.connect("map-event", lambda *_: say("ready"))
window.show_all()
Gtk.main()
