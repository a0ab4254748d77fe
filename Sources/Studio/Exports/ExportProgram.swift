/// The program that carries out command lines, and how it is told what only a session needs.
public struct ExportProgram: Hashable, Sendable {
    /// Where it is.
    public var path: String
    /// What stands behind every command line: it has progress, and errors, printed on standard error as lines of JSON.
    public var always: [String]
    /// What has it replace a file that is there.
    public var replacing: [String]

    /// A program.
    public init(path: String, always: [String] = [], replacing: [String] = []) {
        (self.path, self.always, self.replacing) = (path, always, replacing)
    }
}
