//! What the desktop of this session supports, queried over the session bus: a tray and notifications.
//!
//! On systems other than Linux the system itself supports both.

/// Checks whether tray icons are shown. `Err` says why not, and what to do.
#[cfg(target_os = "linux")]
pub async fn tray(bus: Option<String>) -> Result<(), String> {
    let connection = bus::connect(bus).await?;
    if bus::shows_tray(&connection).await {
        return Ok(());
    }
    Err("This desktop shows no signs in a tray. On GNOME, the extension “AppIndicator” adds it.".to_owned())
}

/// Checks whether notifications are shown. `Err` says why not, and what to do.
#[cfg(target_os = "linux")]
pub async fn notifications(bus: Option<String>) -> Result<(), String> {
    let connection = bus::connect(bus).await?;
    if bus::offers(&connection, "org.freedesktop.Notifications").await {
        return Ok(());
    }
    Err("No program shows notifications here. Most desktops bring one; otherwise install one, such as dunst or mako.".to_owned())
}

#[cfg(not(target_os = "linux"))]
pub async fn tray(_bus: Option<String>) -> Result<(), String> {
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub async fn notifications(_bus: Option<String>) -> Result<(), String> {
    Ok(())
}

#[cfg(target_os = "linux")]
mod bus {
    use std::time::Duration;
    use zbus::fdo::DBusProxy;
    use zbus::names::BusName;
    use zbus::{Connection, connection};

    const WATCHER: &str = "org.kde.StatusNotifierWatcher";
    const PATIENCE: Duration = Duration::from_secs(2);

    pub async fn connect(address: Option<String>) -> Result<Connection, String> {
        let nothing = "There is no session bus (DBUS_SESSION_BUS_ADDRESS), so there is no desktop to ask.";
        let address = address.ok_or(nothing)?;
        let builder = connection::Builder::address(address.as_str()).map_err(|error| format!("{nothing} {error}"))?;
        match tokio::time::timeout(PATIENCE, builder.build()).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(error)) => Err(format!("The session bus does not answer: {error}.")),
            Err(_) => Err("The session bus does not answer.".to_owned()),
        }
    }

    /// Whether a service runs, or would be started on demand.
    pub async fn offers(connection: &Connection, name: &'static str) -> bool {
        let ask = async {
            let bus = DBusProxy::new(connection).await.ok()?;
            let running = bus.name_has_owner(BusName::from_static_str(name).ok()?).await.ok()?;
            Some(running || bus.list_activatable_names().await.ok()?.iter().any(|known| known.as_str() == name))
        };
        tokio::time::timeout(PATIENCE, ask).await.ok().flatten().unwrap_or(false)
    }

    pub async fn shows_tray(connection: &Connection) -> bool {
        let ask = async {
            let watcher = zbus::Proxy::new(connection, WATCHER, "/StatusNotifierWatcher", WATCHER).await.ok()?;
            watcher.get_property::<bool>("IsStatusNotifierHostRegistered").await.ok()
        };
        tokio::time::timeout(PATIENCE, ask).await.ok().flatten().unwrap_or(false)
    }
}
