/// How what is written upon frames looks: as large as they are.
struct MarkLook {
    /// Debian's `fonts-dejavu-core`.
    static let font = "DejaVu Sans"
    /// The same with digits and letters of one width, so that numbers do not dance.
    static let evenFont = "DejaVu Sans Mono"

    /// Of the frame, in pixels.
    let width: Int
    let height: Int

    /// How high letters are, in pixels.
    var size: Int { max(10, min(width, height) / 16) }
    /// From the frame's edge, in pixels.
    var margin: Int { size / 2 }
    /// Of the box around letters, in pixels.
    var border: Int { max(1, size / 6) }
}
