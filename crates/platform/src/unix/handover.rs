#[cfg(target_os = "linux")]
pub use linux::{Handover, give};

#[cfg(not(target_os = "linux"))]
pub use elsewhere::{Handover, give};

#[cfg(target_os = "linux")]
mod linux {
    use crate::handover::MOST;
    use rustix::net::{
        RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, recvmsg,
        sendmsg,
    };
    use std::io::{self, IoSlice, IoSliceMut};
    use std::mem::MaybeUninit;
    use std::net::TcpListener;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::net::UnixStream;
    use std::path::Path;
    use tokio::io::Interest;
    use tokio::net::UnixListener;

    #[derive(Debug)]
    pub struct Handover(UnixListener);

    impl Handover {
        pub fn at(path: &Path) -> io::Result<Self> {
            UnixListener::bind(path).map(Self)
        }

        pub async fn receive(self) -> io::Result<Vec<TcpListener>> {
            let (stream, _) = self.0.accept().await?;
            stream.async_io(Interest::READABLE, || received(stream.as_fd())).await
        }
    }

    fn received(socket: BorrowedFd<'_>) -> io::Result<Vec<TcpListener>> {
        let mut byte = [0];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        recvmsg(socket, &mut [IoSliceMut::new(&mut byte)], &mut control, RecvFlags::CMSG_CLOEXEC)?;
        let mut listeners = Vec::new();
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(files) = message {
                listeners.extend(files.map(TcpListener::from));
            }
        }
        Ok(listeners)
    }

    pub fn give(path: &Path, listeners: &[TcpListener]) -> io::Result<()> {
        let stream = UnixStream::connect(path)?;
        let files: Vec<BorrowedFd<'_>> = listeners.iter().map(AsFd::as_fd).collect();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&files));
        sendmsg(stream, &[IoSlice::new(&[0])], &mut control, SendFlags::NOSIGNAL)?;
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::io;
    use std::net::TcpListener;
    use std::path::Path;

    #[derive(Debug)]
    pub struct Handover;

    impl Handover {
        pub fn at(_path: &Path) -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub async fn receive(self) -> io::Result<Vec<TcpListener>> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    pub fn give(_path: &Path, _listeners: &[TcpListener]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
