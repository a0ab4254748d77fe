internal import MediaFormats
internal import PathNames
internal import TimeStretch

/// The settings that change nothing in an edit as it is: a form offers them where they do.
struct IdleSettings {
    /// Their names, and why the program refuses each of them; `nil` for one that it only warns of.
    let reasons: [String: String?]

    /// Those of an edit without a preset, which may set more.
    ///
    /// - Parameters:
    ///   - document: The edit.
    ///   - paths: Of its clips.
    ///   - name: Of the result's file.
    init(_ document: EditDocument, paths: [String], result name: String) {
        var reasons: [String: String?] = [:]
        let isConformed = paths.count == 1 && document.settings["conform"] != nil
        if !isConformed, !paths.contains(where: { NumberedName(pattern: PathName.last(of: $0)) != nil }) {
            reasons["capture-rate"] =
                paths.count == 1
                ? "it has no effect unless every frame is played, so many a second"
                : "it has no effect: every clip says itself when its frames are presented"
        }
        if let container = Container(forPath: name), container.traits.movingImage == nil {
            let endings = Container.allCases.filter { $0.traits.movingImage != nil }.map { ".\($0.rawValue)" }
            reasons["plays"] =
                "it has no effect: .\(container.rawValue) does not say how often it is played, as "
                + "\(endings.joined(separator: ", ")) do"
        }
        let pitch = document.pitch.map(PitchAlgorithm.init(rawValue:)) ?? .standard
        if let pitch, case .only = pitch.abilities.rates {} else { reasons["snap"] = .some(nil) }
        self.reasons = reasons
    }
}
