//! Why something was refused: a code for scripts and tests, a sentence for people.

use apprentice_contracts::error::ErrorCode;
use serde::{Serialize, Serializer};
use std::fmt;
use std::io;
use std::path::Path;

/// A refusal. The message names what was refused and what helps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// What went wrong.
    pub code: RefusalCode,
    /// What was refused and what helps, for people.
    pub message: String,
}

impl Refusal {
    /// `message` is one or more sentences for people; the last full stop may be missing.
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// `UNREADABLE`: a file or folder that cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::new(RefusalCode::Unreadable, format!("{} cannot be read: {error}", path.display()))
    }
}

/// Short for the common case.
pub(crate) fn refuse<T>(code: RefusalCode, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}

/// Defines [`RefusalCode`]: each code once, in the group of the error that it is to callers; `force` marks what a caller may overrule.
macro_rules! refusal_codes {
    ($($error:ident { $($(#[doc = $doc:literal])+ $name:ident $text:literal $($force:ident)?,)+ })+) => {
        /// What went wrong, for scripts, tests and the wire (`details.reason`). The texts are stable; `docs/skills.md` lists them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum RefusalCode {
            $($($(#[doc = $doc])+ $name,)+)+
        }

        impl RefusalCode {
            /// Every code, by group.
            pub const ALL: &[Self] = &[$($(Self::$name,)+)+];

            /// The text on the wire, in upper case with underscores.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$name => $text,)+)+
                }
            }

            /// The error that a caller of one operation is answered with.
            pub const fn error_code(self) -> ErrorCode {
                match self {
                    $($(Self::$name)|+ => ErrorCode::$error,)+
                }
            }

            /// Whether the same request succeeds with `force`: what is replaced or removed is then kept as a copy.
            pub const fn can_force(self) -> bool {
                match self {
                    $($(Self::$name => refusal_codes!(@force $($force)?),)+)+
                }
            }

            /// Whether the same request succeeds when the caller accepts the risk that the scan found.
            pub const fn can_accept_risk(self) -> bool {
                matches!(self, Self::ScanErrors)
            }
        }
    };
    (@force force) => { true };
    (@force) => { false };
}

refusal_codes! {
    InvalidRequest {
        /// No source was named.
        SourceEmpty "SOURCE_EMPTY",
        /// The text is not a source: an option, control characters, or a malformed address.
        SourceInvalid "SOURCE_INVALID",
        /// The text names neither a file here nor a repository, or its installer has to fetch it.
        SourceUnknown "SOURCE_UNKNOWN",
        /// There is something at the path, but neither a folder nor an archive; or it is not a repository.
        SourceKind "SOURCE_KIND",
        /// The address has a scheme other than https, ssh, git and file.
        SourceScheme "SOURCE_SCHEME",
        /// It is not a branch, a tag or a commit.
        SourceReference "SOURCE_REFERENCE",
        /// A tag, branch or commit was asked for, and the source has none.
        VersionNotKept "VERSION_NOT_KEPT",
        /// The address holds a password, which a lock file would keep.
        SourceSecret "SOURCE_SECRET",
        /// The source has several skills and none was chosen.
        SeveralSkills "SEVERAL_SKILLS",
        /// The SKILL.md cannot be read as a skill.
        SkillInvalid "SKILL_INVALID",
        /// A name that is a path, or has hidden characters.
        NameIsPath "NAME_IS_PATH",
        /// No folder name can be made of the skill's name.
        NameInvalid "NAME_INVALID",
        /// A path leads through `..`, `.` or nothing, or into git's own folder.
        PathTraversal "PATH_TRAVERSAL",
        /// An absolute path.
        PathAbsolute "PATH_ABSOLUTE",
        /// A path with a backslash, which separates folders on Windows.
        PathBackslash "PATH_BACKSLASH",
        /// A path with control, invisible or direction-changing characters.
        PathOddCharacters "PATH_ODD_CHARACTERS",
        /// A path that cannot be a file on Windows, or is a device there.
        PathWindows "PATH_WINDOWS",
        /// A path or a name that is empty or too long.
        PathLength "PATH_LENGTH",
        /// A path with too many folders.
        PathTooDeep "PATH_TOO_DEEP",
        /// A name that is not UTF-8.
        PathNotUtf8 "PATH_NOT_UTF8",
        /// Two files have the same name.
        PathDuplicate "PATH_DUPLICATE",
        /// Two names become one where case or composed letters do not count.
        PathCollision "PATH_COLLISION",
        /// The archive cannot be read to its end.
        ArchiveDamaged "ARCHIVE_DAMAGED",
        /// The archive's directory and its entries disagree.
        ArchiveInconsistent "ARCHIVE_INCONSISTENT",
        /// Entries of the archive share bytes.
        ArchiveOverlap "ARCHIVE_OVERLAP",
        /// The archive grows too much when it is unpacked.
        ArchiveBomb "ARCHIVE_BOMB",
        /// An entry has another size than it declares.
        ArchiveSizeLie "ARCHIVE_SIZE_LIE",
        /// An entry is encrypted.
        ArchiveEncrypted "ARCHIVE_ENCRYPTED",
        /// An entry is a link.
        ArchiveLink "ARCHIVE_LINK",
        /// An entry is packed in a way that is not read here.
        ArchiveCompression "ARCHIVE_COMPRESSION",
        /// A link leads out of the source.
        LinkLeavesSource "LINK_LEAVES_SOURCE",
        /// A link leads nowhere.
        LinkBroken "LINK_BROKEN",
        /// A link leads back to a folder that it is in.
        LinkCircle "LINK_CIRCLE",
        /// Something that is neither a file nor a folder.
        NotAFile "NOT_A_FILE",
        /// A file or folder that cannot be read.
        Unreadable "UNREADABLE",
        /// An answer that is not UTF-8 text.
        NotUtf8 "NOT_UTF8",
        /// The download failed on the way.
        DownloadFailed "DOWNLOAD_FAILED",
        /// The server answered with a status that is no success.
        DownloadStatus "DOWNLOAD_STATUS",
        /// The download or clone took too long.
        DownloadSlow "DOWNLOAD_SLOW",
        /// Too many redirects, or one without an address.
        DownloadRedirects "DOWNLOAD_REDIRECTS",
        /// The address is not encrypted.
        DownloadUnencrypted "DOWNLOAD_UNENCRYPTED",
        /// A public address led to one of this machine or its network.
        DownloadPrivate "DOWNLOAD_PRIVATE",
        /// The answer is compressed in a way that is not read, or damaged.
        DownloadEncoding "DOWNLOAD_ENCODING",
        /// The file that `SSL_CERT_FILE` names cannot be used.
        DownloadAuthorities "DOWNLOAD_AUTHORITIES",
        /// The program `git` is not installed.
        GitMissing "GIT_MISSING",
        /// The program `git` failed.
        GitFailed "GIT_FAILED",
        /// It was cancelled.
        Cancelled "CANCELLED",
        /// The agent reads no skills from a project.
        AgentNoProject "AGENT_NO_PROJECT",
        /// The user's home folder is not known.
        NoUserHome "NO_USER_HOME",
        /// No temporary folder can be made.
        TemporaryFolder "TEMPORARY_FOLDER",
        /// A lock file does not say where the skill comes from.
        LockNoSource "LOCK_NO_SOURCE",
        /// There is nothing newer.
        UpToDate "UP_TO_DATE",
        /// There is nothing that can be repaired without changing what the skill says.
        NothingToFix "NOTHING_TO_FIX",
        /// `bag install` was asked for nothing.
        NothingToInstall "NOTHING_TO_INSTALL",
        /// There is no SKILL.md that can be read.
        NoSkillFile "NO_SKILL_FILE",
        /// No skill that the strict profile takes can be made of it.
        NotStrict "NOT_STRICT",
        /// The agent has no setting that switches one skill off.
        NoSwitch "NO_SWITCH",
        /// The announcement of a new version cannot be read.
        AnnouncementDamaged "ANNOUNCEMENT_DAMAGED",
        /// A name, path or bundle that is no skill's.
        Refused "REFUSED",
    }
    NotFound {
        /// There is nothing at the path, or the repository has no such folder.
        SourceMissing "SOURCE_MISSING",
        /// What was imported is not kept any more.
        SourceGone "SOURCE_GONE",
        /// The source has no skill.
        NoSkill "NO_SKILL",
        /// The source has no skill of this name.
        SkillNotInSource "SKILL_NOT_IN_SOURCE",
        /// The source has lost the skill that was installed from it.
        SkillGone "SKILL_GONE",
        /// There is no agent of this id.
        AgentUnknown "AGENT_UNKNOWN",
        /// There is no project folder.
        ProjectMissing "PROJECT_MISSING",
        /// There is no such skill in the folders that were searched.
        NotInstalled "NOT_INSTALLED",
        /// No installer wrote down where the skill comes from.
        NotTracked "NOT_TRACKED",
        /// There is no copy of what was removed any longer.
        NotKept "NOT_KEPT",
    }
    SkillAlreadyExists {
        /// Something that was not installed by us is in the way.
        Occupied "OCCUPIED" force,
        /// Something else is where an agent's link would be.
        LinkOccupied "LINK_OCCUPIED",
        /// A SkillBag workspace has a skill of this name already.
        SkillExists "SKILL_EXISTS",
    }
    Conflict {
        /// The skill was edited after it was installed.
        Edited "EDITED" force,
        /// The skill was not installed by Apprentice, or may have been edited.
        NotOurs "NOT_OURS" force,
        /// The skill is pinned.
        Pinned "PINNED",
        /// The skill was learned by demonstration; the program itself manages it.
        Learned "LEARNED",
        /// A skill of a SkillBag workspace has local edits.
        LocalEdits "LOCAL_EDITS",
        /// Somebody changed the folder between the plan and its execution.
        ChangedMeanwhile "CHANGED_MEANWHILE",
        /// Another command works on the record.
        RecordBusy "RECORD_BUSY",
        /// An installation of the ability is under way.
        Installing "INSTALLING",
        /// The ability could not be removed.
        NotRemoved "NOT_REMOVED",
        /// The ability could not be brought back.
        NotRestored "NOT_RESTORED",
    }
    Forbidden {
        /// The scan found an error.
        ScanErrors "SCAN_ERRORS",
        /// A skills folder of the project is a link out of the project.
        RootLeavesProject "ROOT_LEAVES_PROJECT",
        /// The folder holds no SKILL.md.
        NotASkill "NOT_A_SKILL",
        /// The skill may not be changed here: it came with an agent, is behind a link, or its folder cannot be written.
        Locked "LOCKED",
    }
    PayloadTooLarge {
        /// The archive, the download or the repository is too large.
        ArchiveTooLarge "ARCHIVE_TOO_LARGE",
        /// A file, or all files together, are too large.
        TooLarge "TOO_LARGE",
        /// Too many files.
        TooManyFiles "TOO_MANY_FILES",
    }
    TargetNotWritable {
        /// The skills folder cannot be written.
        TargetNotWritable "TARGET_NOT_WRITABLE",
        /// A file cannot be written.
        NotWritable "NOT_WRITABLE",
        /// No copy of what would be lost can be kept.
        BackupFailed "BACKUP_FAILED",
        /// The record cannot be written.
        RecordUnwritable "RECORD_UNWRITABLE",
        /// A lock file cannot be written.
        LockUnwritable "LOCK_UNWRITABLE",
    }
    Internal {
        /// The record cannot be understood; it is not overwritten.
        RecordDamaged "RECORD_DAMAGED",
        /// A newer version of the program wrote the record.
        RecordNewer "RECORD_NEWER",
        /// A newer version of the program wrote the record of a SkillBag workspace.
        RecordTooNew "RECORD_TOO_NEW",
        /// A lock file cannot be understood; it is not overwritten.
        LockDamaged "LOCK_DAMAGED",
        /// A lock file has a newer version than is known here; it is left alone.
        LockNewer "LOCK_NEWER",
        /// The import could not be staged.
        StageFailed "STAGE_FAILED",
        /// A fault of the program.
        Internal "INTERNAL",
    }
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RefusalCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
