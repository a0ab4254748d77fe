internal import Pipeline
internal import Programs

/// The user's browser.
enum Browser {
    /// Shows an address, where there is a display. That it cannot be shown is no error: the address was printed. A browser that is
    /// started for it goes on when Ctrl-C ends us.
    static func open(_ address: String) {
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment.value($0) != nil }
        guard hasDisplay, let opener = ProgramSearch.path(of: "xdg-open"),
            let program = try? ChildProgram.start([opener, address], inOwnSession: true)
        else { return }
        // It ends when the browser has the address, or with the browser.
        try? DetachedThread.start { _ = program.wait() }
    }
}
