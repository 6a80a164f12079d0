//! The browser adapter against the installed Chromium.
