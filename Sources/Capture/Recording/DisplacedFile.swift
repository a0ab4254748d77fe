/// Somebody removed, renamed or replaced a file while it was recorded.
struct DisplacedFile: Error {
    let path: String
}
