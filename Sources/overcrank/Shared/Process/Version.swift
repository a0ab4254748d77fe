/// The version of the command and the library.
enum Version {
    static let current = "0.1.0"
}
