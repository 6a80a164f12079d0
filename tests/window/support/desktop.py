"""A desktop for the tests: a session bus service that hosts tray signs and shows notifications, and a hand that uses them.

Says one JSON object per line on standard output; reads one command per line:
  click ID            presses notification ID
  menu                says the labels of the sign's menu
  choose LABEL        chooses from it
  close WINDOW        asks an X window to close, as a window manager does
"""

import ctypes
import json
import sys
import threading

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NOTIFICATIONS = "org.freedesktop.Notifications"
WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
PROPERTIES = "org.freedesktop.DBus.Properties"


def say(**words):
    print(json.dumps(words), flush=True)


class Notifications(dbus.service.Object):
    last = 0

    @dbus.service.method(NOTIFICATIONS, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        number = int(replaces) or self.last + 1
        self.last = max(self.last, number)
        say(event="notified", id=number, summary=str(summary), body=str(body), actions=[str(action) for action in actions])
        return dbus.UInt32(number)

    @dbus.service.method(NOTIFICATIONS, out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body"]

    @dbus.service.method(NOTIFICATIONS, out_signature="ssss")
    def GetServerInformation(self):
        return ("test", "apprentice", "1", "1.2")

    @dbus.service.method(NOTIFICATIONS, in_signature="u")
    def CloseNotification(self, number):
        self.NotificationClosed(number, 3)

    @dbus.service.signal(NOTIFICATIONS, signature="us")
    def ActionInvoked(self, number, action):
        pass

    @dbus.service.signal(NOTIFICATIONS, signature="uu")
    def NotificationClosed(self, number, reason):
        pass


class Watcher(dbus.service.Object):
    item = None

    @dbus.service.method(WATCHER, in_signature="s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, service, sender=None):
        # A path of whoever registers, or a name with the usual path.
        self.item = (sender, service) if service.startswith("/") else (service, "/StatusNotifierItem")
        say(event="registered")

    @dbus.service.method(WATCHER, in_signature="s")
    def RegisterStatusNotifierHost(self, service):
        pass

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return {"IsStatusNotifierHostRegistered": True, "ProtocolVersion": dbus.Int32(0)}.get(name, dbus.Array([], signature="s"))

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return {"IsStatusNotifierHostRegistered": True, "ProtocolVersion": dbus.Int32(0)}

    @dbus.service.signal(WATCHER)
    def StatusNotifierHostRegistered(self):
        pass


def menu(bus, watcher):
    """The menu's object, and label to number of its entries."""
    name, path = watcher.item
    item = dbus.Interface(bus.get_object(name, path), PROPERTIES)
    there = bus.get_object(name, item.Get(ITEM, "Menu"))
    _, (_, _, entries) = dbus.Interface(there, MENU).GetLayout(0, -1, [])
    labels = {str(data["label"]).replace("_", ""): number for number, data, _ in entries if data.get("label")}
    return dbus.Interface(there, MENU), labels


def close(window):
    """WM_DELETE_WINDOW, which no program at hand sends without a window manager."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    x.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    x.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
    x.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x.XOpenDisplay(None)

    class Message(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
                    ("window", ctypes.c_ulong), ("kind", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
                    ("rest", ctypes.c_long * 24)]

    message = Message(33, 0, 1, display, window, x.XInternAtom(display, b"WM_PROTOCOLS", 0), 32)
    message.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
    x.XSendEvent(display, window, 0, 0, ctypes.byref(message))
    x.XCloseDisplay(display)


def obey(bus, notifications, watcher, line):
    command, _, rest = line.strip().partition(" ")
    try:
        if command == "click":
            notifications.ActionInvoked(dbus.UInt32(int(rest)), "default")
            notifications.NotificationClosed(dbus.UInt32(int(rest)), 2)
        elif command == "menu":
            say(event="menu", labels=list(menu(bus, watcher)[1]))
        elif command == "choose":
            there, labels = menu(bus, watcher)
            there.Event(labels[rest], "clicked", dbus.String("", variant_level=1), dbus.UInt32(0))
            say(event="chosen")
        elif command == "close":
            close(int(rest))
            say(event="closed")
    except Exception as error:
        say(event="failed", command=command, why=repr(error))
    return False


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
held = [dbus.service.BusName(name, bus) for name in (NOTIFICATIONS, WATCHER)]
notifications = Notifications(bus, "/org/freedesktop/Notifications")
watcher = Watcher(bus, "/StatusNotifierWatcher")


def listen():
    for line in sys.stdin:
        GLib.idle_add(obey, bus, notifications, watcher, line)


threading.Thread(target=listen, daemon=True).start()
say(event="ready")
GLib.MainLoop().run()
