internal import Files

/// How the stills of a recording are named: `still-1.jpg`, `still-2.jpg` and on.
public struct StillNames: Hashable, Sendable {
    /// What the names begin with, a folder included. Folders are made.
    public let prefix: String

    /// Names that begin so.
    public init(prefix: String) { self.prefix = prefix }

    /// The path of a still, counted from 1.
    public func path(_ number: Int) -> String { "\(prefix)-\(number).jpg" }

    /// Whether anything has the name of a still already.
    public func isTaken(_ number: Int) -> Bool { FileAttributes.isThere(path(number)) }

    /// Checks that stills can be written there, without leaving anything.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern outputs.
    public func check() throws(CaptureError) {
        do { try ParentDirectory.check(for: path(1)) } catch { throw CaptureError(error) }
    }
}
