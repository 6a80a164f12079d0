#[cfg(target_os = "linux")]
pub use linux::{confine, leave_network, refuse_calls, support};

#[cfg(not(target_os = "linux"))]
pub use elsewhere::{confine, leave_network, refuse_calls, support};

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "namespaces and the loopback have no safe calls in the libraries that are used here")]
mod linux {
    use crate::confinement::Support;
    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetStatus, Scope,
    };
    use seccompiler::{
        SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Op, SeccompCondition as Condition, SeccompFilter, SeccompRule,
    };
    use std::collections::BTreeMap;
    use std::ffi::CStr;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};

    /// The rights that are asked for: those of Linux 6.12. An older kernel holds what it knows of them.
    const RIGHTS: ABI = ABI::V6;
    /// Version 3 is the first that also holds `truncate(2)`.
    const LEAST: i64 = 3;
    /// The version that holds signals to others (`LANDLOCK_SCOPE_SIGNAL`).
    const SIGNALS: i64 = 6;

    pub fn support() -> Result<Support, String> {
        // SAFETY: asks for the version alone; the kernel reads no memory.
        let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0usize, 1u32) };
        if version < LEAST {
            return Err("this kernel has no Landlock of version 3 or newer (Linux 6.2)".to_owned());
        }
        if seccompiler::TargetArch::try_from(std::env::consts::ARCH).is_err() {
            return Err(format!("there is no filter of system calls for {}", std::env::consts::ARCH));
        }
        let mut command = Command::new("/bin/true");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).env_clear();
        // Some systems let everybody make a user namespace, and refuse what makes it useful.
        let maps = maps();
        // SAFETY: the closure makes system calls alone, with what was written down before the fork (signal-safety(7)).
        let command = unsafe { command.pre_exec(move || enter_namespaces(&maps)) };
        match command.status() {
            Ok(status) if status.success() => Ok(Support { signals: version >= SIGNALS }),
            Ok(status) => Err(format!("a namespace of its own was made, and a program within ended with {status}")),
            Err(error) => Err(format!("no network of its own can be made: {error}")),
        }
    }

    const NAMESPACES: i32 = libc::CLONE_NEWUSER | libc::CLONE_NEWNET | libc::CLONE_NEWIPC;

    fn check(result: i32) -> io::Result<i32> {
        if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
    }

    const NEW_USER: u64 = 0x1000_0000;

    /// The user that a root process is within: one without rights, so that none are gained by starting a program.
    const NOBODY: u32 = 65534;

    pub fn leave_network() -> io::Result<()> {
        enter_namespaces(&maps())
    }

    /// Files of this process, and what is written there within a user namespace (user_namespaces(7)): the person is somebody without rights.
    type Maps = [(&'static CStr, String); 3];

    fn maps() -> Maps {
        // SAFETY: these calls take and give numbers alone.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        let inner = |outer: u32| if outer == 0 { NOBODY } else { outer };
        [
            (c"/proc/self/setgroups", "deny".to_owned()),
            (c"/proc/self/uid_map", format!("{} {user} 1", inner(user))),
            (c"/proc/self/gid_map", format!("{} {group} 1", inner(group))),
        ]
    }

    /// Enters namespaces of its own and raises their loopback. It takes no memory, so that it may be called after a fork. It fails where this
    /// process has another thread.
    fn enter_namespaces(maps: &Maps) -> io::Result<()> {
        // SAFETY: takes and gives numbers alone.
        check(unsafe { libc::unshare(NAMESPACES) })?;
        for (file, text) in maps {
            // SAFETY: the path ends with NUL, and outlives the call.
            let file = check(unsafe { libc::open(file.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC) })?;
            // SAFETY: the text outlives the call, and the file is open.
            let written = unsafe { libc::write(file, text.as_ptr().cast(), text.len()) };
            let error = io::Error::last_os_error();
            // SAFETY: this function opened it, and nothing else has it.
            unsafe { libc::close(file) };
            if usize::try_from(written) != Ok(text.len()) {
                return Err(error);
            }
        }
        raise_loopback()
    }

    /// A network namespace begins with a loopback that is down.
    fn raise_loopback() -> io::Result<()> {
        // SAFETY: takes and gives numbers alone.
        let socket = check(unsafe { libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0) })?;
        // SAFETY: all zeros are a valid value of this plain structure.
        let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
        for (to, from) in request.ifr_name.iter_mut().zip(b"lo") {
            *to = from.cast_signed();
        }
        request.ifr_ifru.ifru_flags = i16::try_from(libc::IFF_UP | libc::IFF_RUNNING).unwrap_or_default();
        // SAFETY: `request` is a complete structure that outlives the call, and the socket is open.
        let raised = check(unsafe { libc::ioctl(socket, libc::SIOCSIFFLAGS, &raw const request) });
        // SAFETY: this function opened it, and nothing else has it.
        unsafe { libc::close(socket) };
        raised.map(drop)
    }

    pub fn confine(readable: &[PathBuf], writable: &[PathBuf]) -> io::Result<()> {
        let failed = |error: landlock::RulesetError| io::Error::other(error.to_string());
        let all = AccessFs::from_all(RIGHTS);
        let rules = || -> Result<_, landlock::RulesetError> {
            let mut ruleset = Ruleset::default()
                .set_compatibility(CompatLevel::BestEffort)
                .handle_access(all)?
                .scope(Scope::from_all(RIGHTS))?
                .create()?;
            for (paths, access) in [(readable, AccessFs::from_read(RIGHTS)), (writable, all)] {
                // What is not there needs no rule.
                for (path, place) in paths.iter().filter_map(|path| Some((path, PathFd::new(path).ok()?))) {
                    let access = if path.is_dir() { access } else { access & AccessFs::from_file(RIGHTS) };
                    ruleset = ruleset.add_rule(PathBeneath::new(place, access))?;
                }
            }
            ruleset.restrict_self()
        };
        let status = rules().map_err(failed)?;
        if status.ruleset == RulesetStatus::NotEnforced || !status.no_new_privs {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "Landlock is not enforced"));
        }
        refuse_sockets()
    }

    /// What changes the rights of a file by its name. Landlock holds none of them, so a run could change those of every file of the person. By an opened
    /// file they work as ever.
    const BY_NAME: [i64; 7] = [
        libc::SYS_fchmodat,
        libc::SYS_fchmodat2,
        libc::SYS_fchownat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
    ];

    /// The same calls as machines have them that are older than these.
    #[cfg(target_arch = "x86_64")]
    const OLDER: [i64; 3] = [libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown];
    #[cfg(not(target_arch = "x86_64"))]
    const OLDER: [i64; 0] = [];

    /// The same of Linux 6.13 and 6.17, for which the libraries have no names yet: `setxattrat`, `removexattrat`, `file_setattr`. New calls have one
    /// number on every machine.
    const NEWER: [i64; 3] = [463, 466, 469];

    /// Set in the number of a call that a program for x32 makes. The filter knows the numbers without it.
    #[cfg(target_arch = "x86_64")]
    const X32: u32 = 0x4000_0000;

    /// Refuses every call with the bit of x32 before the filter looks at its number.
    #[cfg(target_arch = "x86_64")]
    fn without_x32(program: seccompiler::BpfProgram) -> seccompiler::BpfProgram {
        let step =
            |code: u32, jf: u8, k: u32| seccompiler::sock_filter { code: u16::try_from(code).unwrap_or_default(), jt: 0, jf, k };
        // The number of the call is the first field of what the filter sees (seccomp(2)).
        let load = step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0);
        let is_x32 = step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 1, X32);
        let refuse = step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ERRNO | libc::EACCES.unsigned_abs());
        [load, is_x32, refuse].into_iter().chain(program).collect()
    }

    /// What leads out of every namespace: keys of the session, programs in the kernel, rings that make sockets without asking, and what watches the kernel.
    const OUT_OF_NAMESPACES: [i64; 7] = [
        libc::SYS_io_uring_setup,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
    ];

    type Rules = BTreeMap<i64, Vec<SeccompRule>>;

    /// Rules that refuse [`OUT_OF_NAMESPACES`], and sockets of other families than these.
    fn out_of_namespaces(families: &[i32]) -> io::Result<Rules> {
        let is_not = |family: &i32| Condition::new(0, Length::Dword, Op::Ne, u64::from(family.unsigned_abs()));
        let other = families.iter().map(is_not).collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let mut rules: Rules = OUT_OF_NAMESPACES.into_iter().map(|call| (call, Vec::new())).collect();
        rules.insert(libc::SYS_socket, vec![SeccompRule::new(other).map_err(failed)?]);
        Ok(rules)
    }

    fn failed(error: seccompiler::BackendError) -> io::Error {
        io::Error::other(error.to_string())
    }

    pub fn refuse_calls() -> io::Result<()> {
        apply(out_of_namespaces(&[libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK])?)
    }

    /// Refuses what leads past a network namespace and past Landlock: sockets of the file system and of other kinds, and the calls that make them
    /// without asking.
    fn refuse_sockets() -> io::Result<()> {
        let mut rules = out_of_namespaces(&[libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK])?;
        let one =
            |condition: Result<Condition, _>| condition.and_then(|condition| SeccompRule::new(vec![condition])).map_err(failed);
        // One of a pair could be connected to a socket of the file system, where it keeps no connection. SOCK_RAW is such a pair too (unix(7)).
        let of_kind = |kind: i32| one(Condition::new(1, Length::Dword, Op::MaskedEq(0xf), u64::from(kind.unsigned_abs())));
        let datagrams = vec![of_kind(libc::SOCK_DGRAM)?, of_kind(libc::SOCK_RAW)?];
        // A limit on the time of another process would end it.
        let of_others = one(Condition::new(0, Length::Dword, Op::Ne, 0))?;
        let namespaces = one(Condition::new(0, Length::Dword, Op::MaskedEq(NEW_USER), NEW_USER))?;
        rules.insert(libc::SYS_socketpair, datagrams);
        rules.insert(libc::SYS_prlimit64, vec![of_others]);
        rules.insert(libc::SYS_clone, vec![namespaces]);
        for call in [
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_mount,
        ]
        .into_iter()
        .chain(BY_NAME)
        .chain(OLDER)
        .chain(NEWER)
        {
            rules.insert(call, Vec::new());
        }
        apply(rules)
    }

    /// Refuses what these rules name, from now on and in every program that is started.
    fn apply(rules: Rules) -> io::Result<()> {
        let refused = SeccompAction::Errno(libc::EACCES.unsigned_abs());
        let machine = std::env::consts::ARCH.try_into().map_err(failed)?;
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, machine).map_err(failed)?;
        let program: seccompiler::BpfProgram = filter.try_into().map_err(failed)?;
        #[cfg(target_arch = "x86_64")]
        let program = without_x32(program);
        seccompiler::apply_filter(&program).map_err(|error| io::Error::other(error.to_string()))
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use crate::confinement::Support;
    use std::io;
    use std::path::PathBuf;

    pub fn support() -> Result<Support, String> {
        Err("this system has no Landlock".to_owned())
    }

    pub fn leave_network() -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn confine(_readable: &[PathBuf], _writable: &[PathBuf]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn refuse_calls() -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
