internal import Glibc

/// Where programs are.
package enum ProgramSearch {
    /// The path of a program that may be run, as the shell finds it: in the folders of `PATH`, in their order.
    ///
    /// - Parameters:
    ///   - name: The program's name; one with a slash is a path already.
    ///   - folders: What `PATH` says; `nil` takes this process's own.
    /// - Returns: `nil` where there is none.
    package static func path(of name: String, in folders: String? = nil) -> String? {
        if name.contains("/") { return isProgram(name) ? name : nil }
        return (folders ?? Environment.value("PATH") ?? "/usr/bin:/bin").split(separator: ":").lazy.map {
            "\($0)/\(name)"
        }.first(
            where: isProgram
        )
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }
}
