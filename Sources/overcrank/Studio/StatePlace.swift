internal import Glibc

/// Where the program keeps what is to survive it (XDG Base Directory Specification).
enum StatePlace {
    /// `$XDG_STATE_HOME/overcrank`, or `~/.local/state/overcrank`; `nil` where neither is known. By the specification a relative
    /// path is no path.
    static var folder: String? {
        func variable(_ name: String) -> String? {
            unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let state = variable("XDG_STATE_HOME") { return "\(state)/overcrank" }
        return variable("HOME").map { "\($0)/.local/state/overcrank" }
    }
}
