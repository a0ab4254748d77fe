extension PitchAlgorithm {
    /// How much audio an algorithm makes use of before the first source sample that a map plays, and behind the last one, in samples:
    /// interpolation reaches that far. Without it, a cut in the midst of audio rings.
    ///
    /// What keeps the pitch begins with what it plays: it would hear an attack where the audio before begins.
    package func context(of map: SampleMap) -> (before: Int64, behind: Int64) {
        let reach = Int64(VarispeedEngine.reach(in: map))
        return (abilities.keepsPitch ? 0 : reach, reach)
    }
}
