/// Something that cannot be written to standard output.
struct OutputError: Error, CustomStringConvertible {
    /// What is wrong, in words.
    let description: String
}
