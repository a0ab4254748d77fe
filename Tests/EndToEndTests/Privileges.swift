import Glibc
import TestSupport

/// Shell scripts that start a command with less than the test has.
enum Privileges {
    /// Without the superuser's right to read and write everything; as it is for anybody else.
    static var ordinary: String {
        geteuid() == 0
            ? #"exec setpriv --bounding-set=-dac_override,-dac_read_search "$@""# : #"exec "$@""#
    }

    /// Whether there is such a way here.
    static func canBeDropped() -> Bool { succeeds(ordinary) }

    /// With a directory that is a disk of its own, of 200 kB, for as long as the command runs; what it holds in the
    /// end is listed on standard error.
    static func smallDisk(at directory: String) -> String {
        """
        exec unshare -rm sh -c 'mount -t tmpfs -o size=200k none "$0" && { "$@"; s=$?; ls -A "$0" >&2; exit $s; }' \
        '\(directory)' "$@"
        """
    }

    /// Whether there is such a way here.
    static func canMount() -> Bool { succeeds(#"unshare -rm sh -c 'mount -t tmpfs none /mnt' && exec "$@""#) }

    /// With files of at most so many blocks of 512 bytes; the signal about them is ignored, so that writing fails.
    static func smallFiles(blocks: Int) -> String { #"trap '' XFSZ; ulimit -f \#(blocks); exec "$@""# }

    private static func succeeds(_ script: String) -> Bool {
        let outcome = try? Command(within: script, ["--version"]).run()
        return outcome?.status == 0
    }
}
