/// What was found to move from one picture to another, in both directions.
struct FoundMotion: Sendable {
    private let searched: SearchedPair
    let fields: MotionFields

    init(_ searched: SearchedPair) {
        self.searched = searched
        fields = searched.fields()
    }

    /// What moves at an instant, between 0 and 65,536.
    func search(at instant: Int, _ loops: Loops) -> InstantSearch {
        InstantSearch(
            first: searched.first,
            second: searched.second,
            forward: fields.forward,
            backward: fields.backward,
            loops: loops,
            instant: instant
        )
    }
}
