use portable_pty::MasterPty;

pub fn foreground_leader(pty: &(dyn MasterPty + Send)) -> Option<u32> {
    pty.process_group_leader().and_then(|leader| u32::try_from(leader).ok())
}
