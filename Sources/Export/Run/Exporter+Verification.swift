internal import FFmpeg
internal import MediaFormats

extension Exporter {
    /// Holds the finished file against the plan.
    ///
    /// - Throws: ``ExportError`` `.outputDiffers`; `Cancelled`, and what reading throws.
    func verify(
        _ descriptor: Int32,
        at readingPath: String,
        _ pipelines: [any TrackPipeline],
        _ progress: ProgressBoard,
        _ damage: DamageLog,
        _ cancellation: Cancellation,
        as path: String
    ) throws {
        guard verification != .none else { return }
        let expected = zip(zip(plan.carried, pipelines), progress.packets).map { track, packets in
            ExpectedTrack(
                plan: track.0,
                presentation: track.1.presentation,
                packets: packets,
                parameters: track.1.description.parameters
            )
        }
        let check = OutputCheck(
            expected: expected,
            container: plan.container,
            descriptor: descriptor,
            readingPath: readingPath
        )
        var difference = try check.difference()
        if difference == nil, verification == .decode {
            difference =
                try plan.container == .webp
                ? webpDifference(descriptor, expected)
                : DecodedCheck(
                    expected: expected,
                    plan: plan,
                    readingPath: readingPath,
                    damage: damage,
                    cancellation: cancellation
                ).difference()
        }
        if let difference {
            throw ExportError(
                .outputDiffers,
                "\(path) is not what was planned, and nothing of it is kept: \(difference)"
            )
        }
    }

    private func webpDifference(_ descriptor: Int32, _ expected: [ExpectedTrack]) throws -> String? {
        guard let video = expected.first(where: { $0.plan.source.kind == .video }) else { return nil }
        let difference = try MovingWebP(descriptor: descriptor).difference(
            width: video.parameters.width,
            height: video.parameters.height,
            count: video.presentation.shown
        )
        return difference.map { "\(video.name) \($0)" }
    }
}
