import FoundationEssentials
import Glibc

/// The files that this process has open.
package enum OpenFiles {
    /// The descriptors of those in a folder, with a name or without one.
    package static func descriptors(below folder: String) throws -> [Int32] {
        let own = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: own).compactMap(Int32.init).filter { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(own)/\(descriptor)")
            return target?.hasPrefix("\(folder)/") ?? false
        }
    }

    /// Whether a program that is started does not get the file.
    package static func closesOnExec(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0 }
}
