internal import MediaTime
internal import SignalMeasures
internal import TimeStretch

/// Where attacks come out: bursts at several constant rates and on a ramp, as Rubber Band is led to place them.
struct PlaceTrial: Trial {
    /// Whether attacks are found. If not, the engine places them by its anchor alone.
    let findsAttacks: Bool
    private static let sampleRate = 48_000
    private static let rates = [PlaybackRate(4, 5), PlaybackRate(1, 2), PlaybackRate(1, 4), PlaybackRate(1, 8)]

    var description: String {
        "bursts of noise, spectral:rubberband, "
            + (findsAttacks ? "without the copies of attacks" : "attacks not found")
    }

    /// The mean distance of the bursts behind their places at each rate; the same on a ramp from 1 to 1/4; the largest of all
    /// distances.
    var columns: [String] { Self.rates.map { "\($0) ms" } + ["ramp ms", "worst ms"] }

    func measure(_ tuning: StretchTuning) throws -> [Double?] {
        var tuning = tuning
        if findsAttacks {
            (tuning.splice.before, tuning.splice.behind) = (0, 0)
        } else {
            // No flux reaches this.
            tuning.onsets.threshold = 2
        }
        let ramp = try SampleMap(
            [
                .init(.smooth(from: .normal, to: PlaybackRate(1, 4)), lasting: RationalTime(2, 1)),
                .init(.constant(PlaybackRate(1, 4)), lasting: nil),
            ],
            sampleRate: Self.sampleRate
        )
        let maps = Self.rates.map { SampleMap.constant($0) } + [ramp]
        var worst = 0.0
        var means: [Double] = []
        for map in maps {
            let distances = try distances(map, tuning)
            means.append(distances.reduce(0, +) / Double(distances.count))
            worst = max(worst, distances.map(\.magnitude).max() ?? 0)
        }
        return means + [worst]
    }

    /// How far behind their places the bursts come out, in milliseconds.
    private func distances(_ map: SampleMap, _ tuning: StretchTuning) throws -> [Double] {
        let bursts = Bursts(count: 6, sampleRate: Self.sampleRate)
        let output = try stretch(.spectralRubberBand, [bursts.samples], map, tuning: tuning).channels[0]
        return bursts.positions.map { position in
            let place = map.targetPosition(ofSource: Double(position))
            let middle = centroid(of: output, around: Int(place)) - centroid(of: bursts.samples, around: position)
            return (middle - place + Double(position)) / Double(Self.sampleRate) * 1000
        }
    }

    /// The mean position of the energy within 60 ms of a sample.
    private func centroid(of samples: [Float], around place: Int) -> Double {
        var (sum, moment) = (0.0, 0.0)
        for index in max(0, place - 2880)..<min(samples.count, place + 2880) {
            let energy = Double(samples[index] * samples[index])
            sum += energy
            moment += energy * Double(index)
        }
        return moment / max(sum, 1e-12)
    }
}
