/// A program could not be started.
package struct ProgramError: Error, CustomStringConvertible {
    /// The program's path or name.
    package let program: String
    /// Why, in the system's words.
    package let reason: String

    package var description: String { "cannot run \(program): \(reason)" }
}
