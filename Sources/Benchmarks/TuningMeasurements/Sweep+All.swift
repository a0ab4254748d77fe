internal import MediaTime
internal import SignalMeasures
internal import TimeStretch

extension Sweep {
    /// All sweeps, in the order of the algorithms' parts.
    static var all: [Sweep] { onsets + locking + splice + steering + warp + partials + overlap }

    private static var spectral: AttackTrial { AttackTrial(algorithms: [.spectral]) }
    private static var rubberBand: AttackTrial { AttackTrial(algorithms: [.spectralRubberBand]) }
    private static var timeDomain: AttackTrial {
        AttackTrial(
            algorithms: [.timeDomain],
            rates: [PlaybackRate(1, 2), PlaybackRate(2, 3), PlaybackRate(5, 4), PlaybackRate(2)]
        )
    }
    private static var spectralTones: ToneTrial { ToneTrial(algorithms: [.spectral]) }
    private static var rubberBandTones: ToneTrial { ToneTrial(algorithms: [.spectralRubberBand]) }
    private static var timeDomainTones: ToneTrial {
        ToneTrial(
            algorithms: [.timeDomain],
            rates: [PlaybackRate(1, 2), PlaybackRate(2, 3), PlaybackRate(5, 4)]
        )
    }

    /// Bursts that lie closer than two frames of the time-domain algorithm.
    private static var dense: AttackTrial {
        AttackTrial(
            algorithms: [.timeDomain],
            rates: [PlaybackRate(1, 2), PlaybackRate(2, 3), PlaybackRate(5, 4)],
            kinds: [.noise],
            spacing: 0.05
        )
    }

    private static var onsets: [Sweep] {
        [
            number(
                named: "onset-threshold",
                "part of the spectrum",
                \.onsets.threshold,
                OnsetTrial(),
                [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5]
            ),
            real(named: "onset-memory", "s", \.onsets.memory, OnsetTrial(), [0.02, 0.04, 0.06, 0.09, 0.12, 0.2]),
            whole(named: "onset-separation", "steps of 2.7 ms", \.onsets.separation, OnsetTrial(), [3, 5, 8, 11, 15]),
        ]
    }

    private static var locking: [Sweep] {
        [
            real(
                named: "locking-frame",
                "s",
                \.locking.frameLength,
                spectralTones,
                [0.0427, 0.064, 0.0853, 0.1067, 0.128, 0.1707]
            ),
            whole(named: "locking-overlap", "hops", \.locking.overlap, spectralTones, [3, 4, 6, 8]),
            real(named: "locking-short", "bits", \.locking.shortFrameGain, RollTrial(), [-1, -0.6, -0.4, 0, 9]),
            real(named: "locking-short-hold", "bits", \.locking.shortFrameHold, RollTrial(), [-1, -0.7, -0.4]),
            real(named: "locking-short-share", "of all", \.locking.shortFrameShare, RollTrial(), [0.05, 0.11, 0.2, 2]),
            number(
                named: "locking-threshold",
                "part of the spectrum",
                \.locking.onsetThreshold,
                spectral,
                [0.1, 0.14, 0.18, 0.25, 0.35]
            ),
            real(
                named: "locking-delay",
                "s",
                \.locking.attackDelay,
                spectral,
                [0, 0.00025, 0.0005, 0.00075, 0.001, 0.002]
            ),
            real(named: "locking-before", "s", \.locking.before, spectral, [0, 0.001, 0.002, 0.004]),
            real(named: "locking-behind", "s", \.locking.behind, spectral, [0.003, 0.006, 0.009, 0.012, 0.018]),
            real(named: "locking-fade", "s", \.locking.fade, spectral, [0.001, 0.002, 0.003, 0.006]),
            real(named: "locking-closest", "s", \.locking.closest, RollTrial(), [0.012, 0.015, 0.02, 0.03]),
            number(named: "locking-hit-rise", "dB", \.locking.hitRise, RollTrial(), [4, 6, 8, 10, 14]),
            number(
                named: "locking-hit-share",
                "part of the power",
                \.locking.hitShare,
                RollTrial(),
                [0.05, 0.1, 0.25, 0.5]
            ),
            real(named: "locking-leap-reach", "s", \.locking.leapReach, RollTrial(), [0, 0.003, 0.006, 0.008, 0.012]),
            number(named: "locking-leap-rise", "dB", \.locking.leapRise, RollTrial(), [3, 4, 5, 6, 8, 30]),
            real(named: "locking-before-leap", "s", \.locking.beforeLeap, RollTrial(), [0.001, 0.002, 0.003, 0.004]),
            number(named: "locking-tail", "times", \.locking.strongestTail, RollTrial(), [1, 2, 4, 8, 16]),
            real(named: "locking-tail-start", "hops", \.locking.tailStart, RollTrial(), [0, 0.5, 1, 1.5, 2]),
            number(named: "locking-decay-share", "part", \.locking.decayShare, RollTrial(), [0, 0.6, 0.8, 1]),
            number(named: "locking-decay-fall", "times", \.locking.decayFall, RollTrial(), [1, 1.5, 2.5]),
            real(named: "locking-decay-taper", "s", \.locking.decayTaper, RollTrial(), [0.015, 0.03, 0.045]),
            number(named: "locking-makeup", "power", \.locking.makeup, RollTrial(), [0.7, 0.85, 1]),
            number(named: "locking-makeup-above", "power", \.locking.makeupAbove, RollTrial(), [0.65, 0.75, 0.85, 1]),
            real(
                named: "locking-refined",
                "Hz",
                \.locking.refinedBelow,
                RollTrial(),
                [0, 1250, 2500, 5000, 10_000, 24_000]
            ),
            real(
                named: "locking-refined-attacks",
                "Hz",
                \.locking.refinedNearAttacks,
                RollTrial(),
                [0, 1250, 2500, 5000, 10_000]
            ),
            whole(
                named: "locking-approach",
                "hops",
                \.locking.approachFrames,
                HeldToneTrial(algorithms: [.spectral]),
                [0, 1, 2, 4, 6, 8]
            ),
            whole(
                named: "locking-settling",
                "frames",
                \.locking.settlingFrames,
                spectralTones,
                [4, 7, 10, 14]
            ),
        ]
    }

    private static var splice: [Sweep] {
        [
            whole(named: "splice-before", "ms", \.splice.before, rubberBand, [4, 10, 16, 22, 28, 34, 40]),
            whole(named: "splice-behind", "ms", \.splice.behind, rubberBand, [4, 8, 11, 14, 18, 24]),
            whole(named: "splice-fade-in", "ms", \.splice.fadeIn, rubberBand, [1, 4, 8, 12, 20]),
            whole(named: "splice-fade-out", "ms", \.splice.fadeOut, rubberBand, [1, 3, 6, 9, 12]),
        ]
    }

    private static var steering: [Sweep] {
        [
            real(
                named: "anchor-samples",
                "samples",
                \.steering.anchorSamples,
                PlaceTrial(findsAttacks: false),
                [0, 250, 400, 450, 500, 550, 600, 750]
            ),
            real(
                named: "anchor-hops",
                "hops",
                \.steering.anchorHops,
                PlaceTrial(findsAttacks: false),
                [0, 1, 1.3, 1.55, 1.8, 2.1]
            ),
            real(
                named: "reach",
                "s",
                \.steering.reach,
                PlaceTrial(findsAttacks: true),
                [0.003, 0.007, 0.009, 0.011, 0.013, 0.016, 0.022]
            ),
            real(named: "tolerance", "samples", \.steering.tolerance, rubberBandTones, [0, 2, 8, 32, 128]),
            real(
                named: "tolerance (places)",
                "samples",
                \.steering.tolerance,
                PlaceTrial(findsAttacks: false),
                [0, 2, 8, 32, 128]
            ),
            real(
                named: "gain",
                "part of an error",
                \.steering.gain,
                PlaceTrial(findsAttacks: true),
                [0.1, 0.25, 0.5, 0.75, 1]
            ),
        ]
    }

    private static var warp: [Sweep] {
        [
            real(named: "attack-delay", "s", \.warp.delay, rubberBand, [0, 0.00025, 0.0005, 0.00075, 0.001, 0.002]),
            real(named: "recovery", "reaches", \.warp.recovery, PlaceTrial(findsAttacks: true), [1, 2, 3, 4, 6]),
        ]
    }

    private static var partials: [Sweep] {
        [
            real(
                named: "partial-frame",
                "s",
                \.partials.frameLength,
                SplitTrial(),
                [0.021333, 0.042667, 4096.0 / 48_000, 0.170667]
            ),
            number(named: "partial-turn", "rad", \.partials.steadiestTurn, SplitTrial(), [0.05, 0.1, 0.2, 0.4, 0.8]),
            number(
                named: "partial-power",
                "ratio",
                \.partials.steadiestPower,
                SplitTrial(),
                [1.1, 1.2, 1.4, 1.7, 2, 3]
            ),
            number(
                named: "partial-purity",
                "part of the power",
                \.partials.purity,
                SplitTrial(),
                [0.8, 0.9, 0.94, 0.96, 0.98, 0.99]
            ),
            number(
                named: "partial-floor",
                "part of the highest power",
                \.partials.faintest,
                SplitTrial(),
                [1e-9, 1e-8, 1e-7, 1e-6, 1e-5]
            ),
            whole(named: "partial-settling", "frames", \.partials.settlingFrames, rubberBandTones, [4, 8, 13, 20, 30]),
            number(
                named: "partial-handover",
                "part of the power",
                \.partials.faintestPredecessor,
                rubberBandTones,
                [0.0001, 0.001, 0.01, 0.1, 0.5]
            ),
        ]
    }

    private static var overlap: [Sweep] {
        [
            real(
                named: "overlap-frame",
                "s",
                \.timeDomain.frame,
                timeDomainTones,
                [0.010, 0.015, 0.020, 0.025, 0.030, 0.040, 0.060]
            ),
            real(
                named: "overlap-tolerance",
                "s",
                \.timeDomain.tolerance,
                timeDomainTones,
                [0.002, 0.005, 0.0075, 0.010, 0.015, 0.020, 0.030]
            ),
            real(
                named: "overlap-tolerance (attacks)",
                "s",
                \.timeDomain.tolerance,
                timeDomain,
                [0.005, 0.0075, 0.010, 0.015, 0.020, 0.030]
            ),
            whole(
                named: "overlap-candidates",
                "places",
                \.timeDomain.candidates,
                timeDomainTones,
                [1, 2, 4, 8, 16, 32]
            ),
            number(
                named: "overlap-margin",
                "part of the score",
                \.timeDomain.margin,
                timeDomainTones,
                [0.0001, 0.001, 0.01, 0.1, 0.5]
            ),
            whole(named: "attack-duration", "ms", \.attackFrames.duration, dense, [1, 2, 4, 6, 10]),
            whole(named: "attack-fade", "ms", \.attackFrames.fade, dense, [0, 1, 2, 4]),
        ]
    }

    private static func real(
        named name: String,
        _ unit: String,
        _ path: WritableKeyPath<StretchTuning, Double>,
        _ trial: any Trial,
        _ values: [Double]
    ) -> Sweep {
        Sweep(
            name: name,
            unit: unit,
            values: values,
            get: { $0[keyPath: path] },
            set: { $0[keyPath: path] = $1 },
            trial: trial
        )
    }

    private static func number(
        named name: String,
        _ unit: String,
        _ path: WritableKeyPath<StretchTuning, Float>,
        _ trial: any Trial,
        _ values: [Double]
    ) -> Sweep {
        Sweep(
            name: name,
            unit: unit,
            values: values,
            get: { Double($0[keyPath: path]) },
            set: { $0[keyPath: path] = Float($1) },
            trial: trial
        )
    }

    private static func whole(
        named name: String,
        _ unit: String,
        _ path: WritableKeyPath<StretchTuning, Int>,
        _ trial: any Trial,
        _ values: [Int]
    ) -> Sweep {
        Sweep(
            name: name,
            unit: unit,
            values: values.map(Double.init),
            get: { Double($0[keyPath: path]) },
            set: { $0[keyPath: path] = Int($1) },
            trial: trial
        )
    }
}
