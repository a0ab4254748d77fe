internal import Programs

/// Where the program keeps what is to survive it (XDG Base Directory Specification).
enum StatePlace {
    /// `$XDG_STATE_HOME/overcrank`, or `~/.local/state/overcrank`; `nil` where neither is known. By the specification a relative
    /// path is no path.
    static var folder: String? {
        if let state = Environment.path("XDG_STATE_HOME") { return "\(state)/overcrank" }
        return Environment.path("HOME").map { "\($0)/.local/state/overcrank" }
    }
}
