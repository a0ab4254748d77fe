public import Composition
public import MediaFormats
internal import MediaTime

extension ExportPlan {
    /// Plans an export: from the edits, the files that they play, and what the result is to be like.
    ///
    /// The plan is the same for the same arguments. Files are read only where it depends on more than their headers say: all
    /// timestamps for a constant frame rate, for one of so many frames, and where a file claims no constant rate; first frames where
    /// it matters whether they are interlaced; packets where frames that are encoded may change their format.
    ///
    /// - Parameters:
    ///   - composition: The edits.
    ///   - inputs: Every file that the composition plays, in any order but for the first: it gives what has no time, such as
    ///     metadata and cover art.
    ///   - settings: What the export is to be like.
    ///   - container: What it is written to. A moving image begins with its first frame, so what is before that is left out.
    ///   - measuring: Whether files may be read. Without timestamps there are no ``counts``, a constant frame rate is always
    ///     encoded, and one of so many frames is refused.
    /// - Throws: ``ExportError`` where the settings contradict each other or the inputs, where a file that is played is not
    ///   among the inputs, where nothing is left to export, and where a file cannot be read.
    /// - Complexity: O(size of the files) where timestamps are read; else O(n) in the number of segments.
    public init(
        _ composition: Composition,
        of inputs: [MediaDescription],
        settings: ExportSettings = ExportSettings(),
        container: Container,
        measuring: Bool = true
    ) throws(ExportError) {
        let played = container.traits.movingImage == nil ? composition : try composition.withoutLead()
        try self.init(exactly: played, of: inputs, settings: settings, container: container, measuring: measuring)
    }

    /// As ``init(_:of:settings:container:measuring:)``, without looking for changes of frames' formats.
    init(
        unnamed composition: Composition,
        of inputs: [MediaDescription],
        settings: ExportSettings,
        container: Container,
        measuring: Bool = true
    ) throws(ExportError) {
        let played = container.traits.movingImage == nil ? composition : try composition.withoutLead()
        try self.init(
            exactly: played,
            of: inputs,
            settings: settings,
            container: container,
            measuring: measuring,
            naming: false
        )
    }

    /// As ``init(_:of:settings:container:measuring:)``, with what is before the first frame. With `naming`, changes of the formats of
    /// frames that are encoded are warned of.
    init(
        exactly composition: Composition,
        of inputs: [MediaDescription],
        settings: ExportSettings,
        container: Container,
        measuring: Bool = true,
        naming: Bool = true
    ) throws(ExportError) {
        var planner = try ExportPlanner(
            inputs: inputs,
            composition: composition,
            settings: settings,
            container: container
        )
        if measuring {
            if planner.needsFieldOrders {
                planner = try ExportPlanner(
                    inputs: inputs.map { $0.statingFieldOrder() },
                    composition: composition,
                    settings: settings,
                    container: container
                )
            }
            let inputs = planner.inputs
            planner.measured = try planner.measure()
            if planner.needsGrids, let grids = planner.measured?.grids {
                // Frames are chosen by the instants that their timestamps stand for. Those are known now.
                planner = try ExportPlanner(
                    inputs: inputs.enumerated().map { $1.explained(by: grids[$0]) },
                    composition: composition,
                    settings: settings,
                    container: container
                )
                planner.measured = try planner.measure()
            }
        }
        try planner.tryFilters()
        self = try planner.plan()
        if measuring, naming { try nameFormatChanges() }
    }
}

extension Composition {
    /// What is played from the first frame on. Audio often begins some hundredths of a second before it.
    fileprivate func withoutLead() throws(ExportError) -> Composition {
        let segments = firstTrack(of: .video).tracks.first?.segments ?? []
        let first = segments.first { if case .media = $0 { true } else { false } }
        guard let start = first?.target.start, start > .zero else { return self }
        var rest = self
        do {
            try rest.remove(TimeRange(start: .zero, end: start))
        } catch {
            throw ExportError(.timesTooFine, "\(error)", cause: error)
        }
        return rest
    }
}

extension MediaDescription {
    /// The same file, whose main video has a grid.
    fileprivate func explained(by grid: FrameGrid?) -> MediaDescription {
        guard let grid, let place = tracks.firstIndex(where: { $0.index == mainVideo?.index }) else { return self }
        var explained = self
        explained.tracks[place].grid = grid
        explained.tracks[place].firstWhole = tracks[place].firstWhole.map(grid.instant)
        // It is found by when it begins.
        explained.tracks[place].lastFrame = tracks[place].lastFrame.flatMap { last in
            try? TimeRange(start: grid.instant(of: last.start), end: last.end)
        }
        return explained
    }
}
