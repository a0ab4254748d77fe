internal import Capture

/// What became of a request, in words and as JSON: it may come from another process.
struct ControlReply: Hashable, Codable, Sendable {
    /// A line for each change.
    let changes: [String]
    /// The controls in question of which no line says anything, as a table.
    let table: [String]
    let json: String

    /// - Parameters:
    ///   - controls: those in question, as they are now.
    ///   - changes: what was set.
    ///   - said: what else was done to the controls, in words.
    /// - Throws: what keeps the JSON from being written.
    init(controls: [CameraControl], changes: [ControlChange] = [], said: [String] = []) throws {
        self.changes = changes.map(ControlTable.line) + said
        let told = Set(changes.map(\.control.id))
        table = said.isEmpty ? ControlTable.lines(controls.filter { !told.contains($0.id) }) : []
        json = try JSON.text(
            ControlsDocument(
                controls: controls.map(ControlDocument.init),
                changes: changes.map(ControlChangeDocument.init)
            )
        )
    }
}
